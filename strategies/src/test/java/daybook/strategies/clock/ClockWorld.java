package daybook.strategies.clock;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedStore;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.StrategyDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock with everything around it, on a real log and a real database. It begins at 2026-11-29T09:15Z, the start of a minute. */
public final class ClockWorld implements AutoCloseable {
    public final ManualTime time = new ManualTime();
    public final HandSource source = new HandSource(time);
    public final AwayLog log;
    public final Database database;
    public final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
    public final List<ClosedBar> told = new ArrayList<>();
    public PublicationPolicy policy = PublicationPolicy.MIRROR;
    public ClockOptions options = ClockOptions.of(true);
    public Calendars calendars = series -> new AlwaysOpen(ZoneOffset.UTC);

    /** Of the minute that is open at the beginning. */
    public final long now = Windows.micros(time.instant()) / Bars.MINUTE;

    public ClockWorld(Path dir, Engine engine) {
        Log embedded = EmbeddedStore.in(dir.resolve("log")).open();
        log = new AwayLog(embedded);
        log.createTopic(new TopicSpec(topic(), 6, Retention.UNLIMITED));
        database = engine.open(dir, StrategyDatabase.NAME);
    }

    public String topic() {
        return topics.fullName(Topics.BARS_CLOSED);
    }

    public ServicePorts ports(String owner) {
        return new ServicePorts(log, database, time, time::nanos, owner);
    }

    public BarClock clock() {
        return clock(BarClock.Works.REAL);
    }

    BarClock clock(BarClock.Works works) {
        return clock("one", source, works);
    }

    BarClock clock(String owner, BarSource bars, BarClock.Works works) {
        return new BarClock(
                ports(owner),
                new Records(topics),
                options,
                new BarClock.Parts(bars, calendars, connection -> policy, List.of(told::add)),
                works);
    }

    /** To the end of the open minute, and the grace. */
    public void minute() {
        time.pass(Duration.ofMinutes(1));
    }

    public void grace() {
        time.pass(ClockOptions.DEFAULT_GRACE);
    }

    /** What lies on the topic of bars, by partition and offset. */
    public List<ClosedBar> published() {
        List<ClosedBar> all = new ArrayList<>();
        for (int partition = 0; partition < 6; partition++) {
            TopicPartition place = new TopicPartition(topic(), partition);
            for (StoredRecord stored : log.read(place, 0, 100_000)) {
                all.add(Bodies.readBar(stored.record().value()));
            }
        }
        return all;
    }

    public List<ClosedBars.Row> recorded() throws SQLException {
        try (Writer writer = new Writer(database)) {
            return new ClosedBars().after(writer.connection(), 0, 100_000);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
