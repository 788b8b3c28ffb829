package daybook.strategies.parity;

import daybook.delivery.OutboxMessage;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.strategies.BadBodyException;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.OrderUpdate;
import daybook.strategies.Records;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One record of ours, looked at: whether it has all fields, and whether key and headers are those that follow from the body.
 *
 * @param id of what it says, empty if nobody can tell; likewise the type
 * @param micros when it happened, microseconds since the epoch
 * @param wrong what is wrong with it; empty if nothing is
 */
record RecordCheck(String id, String type, String key, long micros, String wrong) {

    /** How records of a topic are looked at. */
    interface Of {
        RecordCheck check(LogRecord record);
    }

    static RecordCheck bar(LogRecord record, Records records) {
        return of(record, body -> {
            ClosedBar bar = Bodies.readBar(body);
            return new Read(bar.id().toString(), "BarClosed", bar.window().endMicros(), records.of(bar));
        });
    }

    static RecordCheck batch(LogRecord record, Records records) {
        return of(record, body -> {
            EvaluateBatch batch = Bodies.readBatch(body);
            return new Read(
                    batch.id().toString(),
                    "StrategyEvaluate",
                    batch.bar().window().endMicros(),
                    records.of(batch));
        });
    }

    static RecordCheck update(LogRecord record, Records records) {
        return of(record, body -> {
            OrderUpdate update = Bodies.readUpdate(body);
            return new Read(update.id().toString(), "OrderUpdate", update.timeMicros(), records.of(update));
        });
    }

    /** What the body says, and how it should be published. */
    private record Read(String id, String type, long micros, OutboxMessage expected) {}

    private interface Reading {
        Read read(byte[] body);
    }

    private static RecordCheck of(LogRecord record, Reading reading) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        try {
            Read read = reading.read(record.value());
            return new RecordCheck(read.id, read.type, key, read.micros, wrong(record, read.expected));
        } catch (BadBodyException bad) {
            return new RecordCheck("", "", key, 0, String.valueOf(bad.getMessage()));
        }
    }

    private static String wrong(LogRecord record, OutboxMessage expected) {
        if (!Arrays.equals(record.key(), expected.key())) {
            return "key (expected: " + new String(expected.key(), StandardCharsets.UTF_8) + ")";
        }
        for (Header header : expected.headers()) {
            Optional<String> there = record.header(header.name()).map(Header::text);
            if (there.isEmpty()) {
                return header.name() + ": missing";
            }
            if (!there.get().equals(header.text())) {
                return header.name() + ": " + there.get() + " (expected: " + header.text() + ")";
            }
        }
        return "";
    }
}
