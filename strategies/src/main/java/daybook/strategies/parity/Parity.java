package daybook.strategies.parity;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.Outbox;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.strategies.BadBodyException;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.clock.ClosedBars;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Compares, by identity, what was recorded with what lies on the log, and what was to be evaluated with what was. Reads the database and the
 * topic, each by its own way, and writes nothing. Safe for many threads; keeps the bars of a window in memory while it compares.
 */
public final class Parity {
    /** Nothing is written. */
    private static final InstantSource NEVER = () -> Instant.EPOCH;

    private final DatabaseReader database;
    private final Log log;
    private final String topic;

    /** @param database of the strategies */
    public Parity(Database database, Log log, Topics topics) {
        this.database = new DatabaseReader(database);
        this.log = log;
        this.topic = topics.fullName(Topics.BARS_CLOSED);
    }

    /**
     * Compares a window.
     *
     * @throws daybook.delivery.DeliveryException if the database does not answer
     * @throws daybook.log.LogException if the log does not
     */
    public ParityReport compare(ParityWindow window) {
        // First the database, then the ends of the topic: what was recorded before had its chance to be published.
        Recorded recorded = database.read(connection -> recorded(connection, window));
        Published published = published(window, recorded);
        return new ParityReport(
                window,
                bars(recorded, published),
                database.read(connection -> new EvaluationParity(window).compare(connection)));
    }

    private record Recorded(Map<UUID, ClosedBars.Row> rows, long unpublished, long waiting) {}

    private record Published(TopicScan scan, Map<UUID, ClosedBar> bars, long duplicates, long unreadable) {}

    private static Recorded recorded(Connection connection, ParityWindow window) throws SQLException {
        Map<UUID, ClosedBars.Row> rows = new LinkedHashMap<>();
        long unpublished = 0;
        for (ClosedBars.Row row : new ClosedBars().within(connection, window.afterMicros(), window.untilMicros())) {
            if (row.policy().isPresent()) {
                rows.put(row.bar().id(), row);
            } else {
                unpublished++;
            }
        }
        return new Recorded(rows, unpublished, new Outbox(NEVER).waiting(connection));
    }

    private Published published(ParityWindow window, Recorded recorded) {
        Map<UUID, ClosedBar> bars = new LinkedHashMap<>();
        long[] counts = new long[2];
        TopicScan scan = new TopicScan(log, topic);
        scan.read(record -> {
            try {
                ClosedBar bar = Bodies.readBar(record.record().value());
                if (window.has(bar.window().endMicros())) {
                    ClosedBars.Row row = recorded.rows.get(bar.id());
                    ClosedBar before = bars.putIfAbsent(bar.id(), bar);
                    counts[0] += before == null ? 0 : 1;
                    if (row != null && row.bar().equals(before)) {
                        bars.put(bar.id(), bar); // of several copies one that is wrong decides
                    }
                }
            } catch (BadBodyException unreadable) {
                counts[1]++;
            }
        });
        return new Published(scan, bars, counts[0], counts[1]);
    }

    private ParityReport.Bars bars(Recorded recorded, Published published) {
        Map<UUID, ClosedBar> left = new LinkedHashMap<>();
        recorded.rows.forEach((id, row) -> left.put(id, row.bar()));
        Difference<UUID> difference = Difference.between(left, published.bars);
        List<ClosedBar> missing = new ArrayList<>();
        long gone = 0;
        for (UUID id : difference.missing()) {
            ClosedBars.Row row = of(recorded.rows, id);
            if (published.scan.isGone(row.bar().series().text().getBytes(UTF_8), row.recordedAtMs())) {
                gone++;
            } else {
                missing.add(row.bar());
            }
        }
        return new ParityReport.Bars(
                recorded.rows.size(),
                recorded.unpublished,
                published.bars.size(),
                published.duplicates,
                published.unreadable,
                gone,
                missing,
                neverRecorded(difference.extra(), published.bars),
                difference.different().stream().map(id -> of(left, id)).toList(),
                recorded.waiting);
    }

    /** What was recorded after the database was read is not extra. */
    private List<ClosedBar> neverRecorded(List<UUID> extra, Map<UUID, ClosedBar> published) {
        return database.read(connection -> {
            List<ClosedBar> never = new ArrayList<>();
            ClosedBars bars = new ClosedBars();
            for (UUID id : extra) {
                if (bars.find(connection, id).isEmpty()) {
                    never.add(of(published, id));
                }
            }
            return never;
        });
    }

    private static <K, V> V of(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalStateException("key: " + key + " (expected: one of those compared)");
        }
        return value;
    }
}
