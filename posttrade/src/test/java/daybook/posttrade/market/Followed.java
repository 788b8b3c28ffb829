package daybook.posttrade.market;

import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Topics;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;

/** A log with the exchange's topic, and a view that follows it. */
final class Followed {
    static final String TOPIC = Topics.EXCHANGE_EVENTS.name();
    static final MarketView.Settings SETTINGS = new MarketView.Settings(TOPIC, "view", ZoneOffset.UTC, 100);

    final MemoryLog log = new MemoryLog(true);
    final ManualTime time = new ManualTime();
    final MarketView view = view(MarketView.Origin.NOTHING);

    Followed() {
        log.createTopic(new TopicSpec(TOPIC, Topics.EXCHANGE_EVENTS.partitions(), Retention.UNLIMITED));
    }

    MarketView view(MarketView.Origin origin) {
        return new MarketView(new EventStream.Ports(log, time::nanos), SETTINGS, origin);
    }

    static LogRecord record(Event event) {
        return record(event, EventJson.toBytes(event));
    }

    static LogRecord record(Event event, byte[] body) {
        return new LogRecord(
                event.key().getBytes(StandardCharsets.UTF_8),
                body,
                List.of(Header.of(Envelope.SEQ, Long.toString(event.seq()))),
                0);
    }

    void publish(Event event) {
        log.append(TOPIC, record(event));
    }

    Followed publish(Story story) {
        story.events.forEach(this::publish);
        return this;
    }

    /** Puts it on the log and lets the view read it. */
    Followed hear(Story story) {
        publish(story);
        drain();
        return this;
    }

    void drain() {
        drain(view);
    }

    static void drain(MarketView view) {
        for (int idle = 0; idle < 5; ) {
            idle = view.pump() == 0 ? idle + 1 : 0;
        }
    }
}
