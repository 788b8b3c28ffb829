package daybook.strategies;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.OutboxMessage;
import daybook.events.Envelope;
import daybook.events.Envelope.Fact;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Header;
import daybook.log.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What this module publishes, ready to be sent: key, CloudEvents headers, body. Immutable; safe for many threads.
 */
public final class Records {
    private final Topics topics;

    /** @param topics with the prefix of this installation */
    public Records(Topics topics) {
        this.topics = topics;
    }

    /** A closed bar, keyed by its series. */
    public OutboxMessage of(ClosedBar bar) {
        Fact fact =
                fact(bar.id(), "clock", Bodies.BAR, bar.symbol(), bar.window().endMicros());
        return message(Topics.BARS_CLOSED, bar.series().text(), fact, Bodies.write(bar));
    }

    /** A batch, keyed by its shard. It goes to {@link Shards#partition}. */
    public OutboxMessage of(EvaluateBatch batch) {
        ClosedBar bar = batch.bar();
        Fact fact = fact(
                batch.id(),
                "dispatcher",
                Bodies.BATCH,
                bar.symbol(),
                bar.window().endMicros());
        return message(Topics.STRATEGY_EVALUATE, Shards.key(batch.shard()), fact, Bodies.write(batch));
    }

    /**
     * An intent, keyed by its account.
     *
     * @param timeMicros when it was decided: the end of the bar
     */
    public OutboxMessage of(OrderIntent intent, long timeMicros) {
        Fact fact = fact(intent.id(), "evaluator", Bodies.INTENT, intent.symbol(), timeMicros);
        return message(Topics.ORDER_INTENTS, intent.account().text(), fact, Bodies.write(intent));
    }

    /** What has become of an intent, keyed by its account. */
    public OutboxMessage of(OrderUpdate update) {
        OrderIntent intent = update.intent();
        Fact fact = fact(update.id(), "order-gateway", Bodies.UPDATE, intent.symbol(), update.timeMicros());
        return message(Topics.ORDER_EVENTS, intent.account().text(), fact, Bodies.write(update));
    }

    /** For whoever sends without an outbox. */
    public static LogRecord record(OutboxMessage message, long timeMs) {
        return new LogRecord(message.key(), message.body(), message.headers(), timeMs);
    }

    private OutboxMessage message(Topic topic, String key, Fact fact, byte[] body) {
        List<Header> headers = new ArrayList<>();
        Envelope.of(fact, key).forEach(each -> headers.add(Header.of(each.name(), each.value())));
        return new OutboxMessage(topics.fullName(topic), key.getBytes(UTF_8), headers, body);
    }

    private static Fact fact(UUID id, String role, String type, String subject, long timeMicros) {
        return new Fact(id.toString(), "/daybook/" + role, "daybook." + type + ".v1", subject, timeMicros);
    }
}
