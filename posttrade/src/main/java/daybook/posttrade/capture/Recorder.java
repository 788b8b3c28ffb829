package daybook.posttrade.capture;

import daybook.delivery.BadRecordException;
import daybook.delivery.BatchHandler;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.events.Fill;
import daybook.events.InstrumentChanged;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Applies batches of exchange events to capture's tables and writes the fills of new trades into the outbox. */
final class Recorder implements BatchHandler {
    private final OrderTable orders = new OrderTable();
    private final TradeTable trades = new TradeTable();
    private final Instruments instruments = new Instruments();
    private final FillMaker fillMaker;
    private final Outbox outbox;

    Recorder(FillMaker fillMaker, Outbox outbox) {
        this.fillMaker = fillMaker;
        this.outbox = outbox;
    }

    @Override
    public void apply(Connection connection, List<StoredRecord> records) throws SQLException {
        EventBatch batch = EventBatch.of(records);
        instruments.changed(connection, batch.instruments);
        orders.accepted(connection, batch.accepted);
        orders.modified(connection, batch.modified);
        orders.cancelled(connection, batch.cancelled);
        orders.rejected(connection, batch.rejected);
        Map<Long, StoredRecord> origins = new HashMap<>();
        List<Trade> read = new ArrayList<>(batch.trades.size());
        for (EventBatch.ReadTrade trade : batch.trades) {
            read.add(trade.trade());
            origins.put(trade.trade().tradeId(), trade.origin());
        }
        List<Trade> added = trades.add(connection, read);
        orders.traded(connection, added);
        List<Trade> ready = new ArrayList<>(added);
        for (InstrumentChanged event : batch.instruments) {
            // Trades that came before their instrument; those of this batch are among them.
            ready.removeIf(trade -> trade.symbol().equals(event.instrument().symbol()));
            ready.addAll(trades.waiting(connection, event.instrument().symbol()));
        }
        publish(connection, ready, trade -> originOf(trade, origins, batch));
    }

    /**
     * The record to blame for a trade that cannot be a fill: its own. A trade that waited for its instrument was read long ago; then
     * it is the one that lists the instrument at terms under which the trade makes no sense. Parked, it keeps the symbol suspect
     * and its trades waiting, in sight, until somebody repairs it.
     */
    private static StoredRecord originOf(Trade trade, Map<Long, StoredRecord> origins, EventBatch batch) {
        StoredRecord origin = origins.get(trade.tradeId());
        return origin == null ? Objects.requireNonNull(batch.listings.get(trade.symbol()), trade.symbol()) : origin;
    }

    @Override
    public void rolledBack() {
        instruments.rolledBack();
    }

    private void publish(Connection connection, List<Trade> ready, Function<Trade, StoredRecord> origins)
            throws SQLException {
        List<Fill> fills = new ArrayList<>(2 * ready.size());
        List<OutboxMessage> messages = new ArrayList<>(2 * ready.size());
        for (Trade trade : ready) {
            Instruments.Terms terms = instruments.terms(connection, trade.symbol());
            if (terms == null) {
                continue;
            }
            try {
                for (Side side : Side.values()) {
                    Fill fill = fillMaker.fill(trade, side, terms);
                    fills.add(fill);
                    messages.add(fillMaker.message(fill));
                }
            } catch (ArithmeticException | IllegalArgumentException e) {
                throw new BadRecordException(
                        origins.apply(trade), "trade: " + trade.tradeId() + " cannot be a fill: " + e.getMessage(), e);
            }
        }
        trades.charged(connection, fills);
        outbox.add(connection, messages);
    }
}
