package daybook.strategies.gateway;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Outbox;
import daybook.delivery.Writer;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.Records;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What people do with the gateway's orders, beside it: order by hand, cancel, say what became of an order that no machine can find out
 * about. All goes the way that a strategy's orders go. Confined to one thread at a time; {@link DeliveryException} if the database does
 * not answer.
 */
public final class GatewayDesk implements AutoCloseable {
    private static final String CANCEL =
            "INSERT INTO gateway_cancel (intent_id, asked_by, asked_at_ms) VALUES (?, ?, ?)"
                    + " ON CONFLICT (intent_id) DO NOTHING";

    private final Database database;
    private final Writer writer;
    private final Records records;
    private final InstantSource clock;
    private final OrderTable table = new OrderTable();
    private final Outbox outbox;

    /** What became of a request. */
    public enum Outcome {
        DONE,
        /** There is no such order. */
        UNKNOWN_ORDER,
        /** It has ended: nothing can be done about it. */
        ENDED,
        /** A machine still finds out what becomes of it. */
        NOT_UNKNOWN
    }

    public GatewayDesk(Database database, Records records, InstantSource clock) {
        this.database = database;
        this.writer = new Writer(database);
        this.records = records;
        this.clock = clock;
        this.outbox = new Outbox(clock);
    }

    /**
     * Puts a person's order on its way: to {@code order.intent.v1}, and from there like all others. The same request, made again, is
     * the same order.
     *
     * @throws IllegalArgumentException if it is a strategy's
     */
    public void order(OrderIntent intent) {
        if (!intent.fence().isManual() || intent.cause().strategyId() != 0) {
            throw new IllegalArgumentException("intent: of strategy "
                    + intent.cause().strategyId() + " (expected: a person's, with strategyId 0 and fencingToken 0)");
        }
        long micros = clock.millis() * 1_000;
        write(connection -> {
            outbox.add(connection, List.of(records.of(intent, micros)));
            return Outcome.DONE;
        });
    }

    /**
     * Asks for an order to be cancelled. What has not been sent never will be; what is at the venue is cancelled there, as soon as it
     * is known to be there.
     *
     * @param by who asks
     */
    public Outcome cancel(UUID intentId, String by) {
        return write(connection -> {
            Optional<GatewayOrder> order = table.find(connection, intentId.toString());
            if (order.isEmpty()) {
                return Outcome.UNKNOWN_ORDER;
            }
            if (order.get().state().isFinal()) {
                return Outcome.ENDED;
            }
            tell(connection, order.get(), by);
            return Outcome.DONE;
        });
    }

    /**
     * Says what became of an order of unknown fate, after somebody has asked the venue in person. The gateway sees it with its next
     * question, and believes it.
     *
     * @param end a final status; {@code FAILED} if the venue never had it
     * @param filledQuantity in the intent's quantity units
     * @param by who says so
     */
    public Outcome settle(UUID intentId, Status end, long filledQuantity, String by) {
        if (!end.isFinal()) {
            throw new IllegalArgumentException("status: " + end + " (expected: one that is final)");
        }
        return write(connection -> {
            Optional<GatewayOrder> order = table.find(connection, intentId.toString());
            if (order.isEmpty()) {
                return Outcome.UNKNOWN_ORDER;
            }
            OrderState state = order.get().state();
            if (state.isFinal()) {
                return Outcome.ENDED;
            }
            if (state.status() != Status.UNKNOWN) {
                return Outcome.NOT_UNKNOWN;
            }
            checkFilled(order.get(), end, filledQuantity);
            OrderState settled = new OrderState(
                    end,
                    state.step() + 1,
                    state.attempts(),
                    state.venueOrderId(),
                    filledQuantity,
                    "settled by " + by,
                    state.submittedAtMs());
            GatewayOrder ended = order.get().in(settled);
            long nowMs = clock.millis();
            table.change(connection, List.of(ended), nowMs);
            tell(connection, ended, by); // whoever still asks the venue about it
            outbox.add(connection, List.of(records.of(ended.update(nowMs * 1_000))));
            return Outcome.DONE;
        });
    }

    @Override
    public void close() {
        writer.close();
    }

    private void tell(Connection connection, GatewayOrder order, String by) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(CANCEL)) {
            insert.setString(1, order.id());
            insert.setString(2, by);
            insert.setLong(3, clock.millis());
            insert.executeUpdate();
        }
    }

    private static void checkFilled(GatewayOrder order, Status end, long filled) {
        long quantity = order.intent().terms().quantity();
        boolean fits = end == Status.FILLED
                ? filled == quantity
                : filled >= order.state().filled() && filled <= quantity;
        if (!fits || (filled > 0 && (end == Status.FAILED || end == Status.REJECTED))) {
            throw new IllegalArgumentException(
                    "filledQuantity: " + filled + " (expected: what goes with " + end + " of " + quantity + ")");
        }
    }

    private interface Request {
        Outcome apply(Connection connection) throws SQLException;
    }

    private Outcome write(Request request) {
        boolean committed = false;
        try {
            Outcome outcome = request.apply(writer.transaction());
            writer.commit();
            committed = true;
            return outcome;
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        } finally {
            if (!committed) {
                writer.rollback();
            }
        }
    }
}
