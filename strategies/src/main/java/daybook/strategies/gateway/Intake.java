package daybook.strategies.gateway;

import daybook.delivery.BadRecordException;
import daybook.delivery.BatchHandler;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.log.StoredRecord;
import daybook.strategies.BadBodyException;
import daybook.strategies.Bodies;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Queues intents from the log, each once, by its id. One of a deposed owner is stored as failed, in the same transaction that would have
 * queued it. Confined to the gateway's thread.
 */
final class Intake implements BatchHandler {
    private static final int MOST_NAME = 64;

    private final OrderTable table;
    private final Outbox outbox;
    private final Records records;
    private final InstantSource clock;
    private final Tally tally;
    private long taken;
    private long stale;

    Intake(OrderTable table, Records records, InstantSource clock, Tally tally) {
        this.table = table;
        this.outbox = new Outbox(clock);
        this.records = records;
        this.clock = clock;
        this.tally = tally;
    }

    /** Throws {@link BadRecordException} if this is no intent that can be ordered: whoever repairs one asks first. */
    static OrderIntent read(StoredRecord record) {
        OrderIntent intent;
        try {
            intent = Bodies.readIntent(record.record().value());
        } catch (BadBodyException bad) {
            throw BadRecordException.forGood(record, String.valueOf(bad.getMessage()));
        }
        byte[] key = record.record().key();
        boolean keyed = Arrays.equals(key, intent.account().text().getBytes(StandardCharsets.UTF_8));
        require(
                record,
                keyed,
                "key",
                new String(key, StandardCharsets.UTF_8),
                "the account, " + intent.account().text());
        require(
                record,
                isName(intent.symbol()),
                "symbol",
                intent.symbol(),
                "1 to " + MOST_NAME + " printable characters");
        require(
                record,
                isName(intent.fence().lease()),
                "lease",
                intent.fence().lease(),
                "1 to 64 printable characters");
        // Otherwise a strategy could leave the fence out.
        boolean covered = intent.cause().strategyId() == 0 || !intent.fence().isManual();
        require(record, covered, "fencingToken", 0, "above 0 for a strategy");
        return intent;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> batch) throws SQLException {
        List<OutboxMessage> updates = new ArrayList<>();
        for (StoredRecord record : batch) {
            take(connection, record).ifPresent(updates::add);
        }
        outbox.add(connection, updates);
    }

    private Optional<OutboxMessage> take(Connection connection, StoredRecord record) throws SQLException {
        OrderIntent intent = read(record);
        OrderState first = OrderTable.first(table.isCurrent(connection, intent));
        long nowMs = clock.millis();
        if (table.add(connection, intent, first, nowMs)) {
            taken++;
            stale += first.isFinal() ? 1 : 0;
            return Optional.of(records.of(first.update(intent, nowMs * 1_000)));
        }
        OrderIntent before =
                table.find(connection, intent.clientOrderId()).orElseThrow().intent();
        boolean same = before.account().equals(intent.account())
                && before.symbol().equals(intent.symbol())
                && before.terms().equals(intent.terms());
        require(record, same, "intentId", intent.id(), "one that has not been used for another order");
        return Optional.empty();
    }

    @Override
    public void rolledBack() {
        taken = 0;
        stale = 0;
    }

    @Override
    public void committed() {
        tally.intents.add(taken);
        tally.stale.add(stale);
        taken = 0;
        stale = 0;
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= MOST_NAME && text.chars().noneMatch(Character::isISOControl);
    }

    private static void require(StoredRecord record, boolean holds, String name, Object value, String expected) {
        if (!holds) {
            throw BadRecordException.forGood(record, name + ": " + value + " (expected: " + expected + ")");
        }
    }
}
