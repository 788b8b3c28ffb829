package daybook.posttrade.capture;

import daybook.delivery.BadRecordException;
import daybook.events.Event;
import daybook.events.EventFormatException;
import daybook.events.EventJson;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.Trade;
import daybook.log.StoredRecord;
import daybook.posttrade.UnstorableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The events of a batch, sorted by kind: rows of one kind go to the database together. */
final class EventBatch {

    /** A trade, and the record it was read from. */
    record ReadTrade(StoredRecord origin, Trade trade) {}

    /** Symbol of an instrument in this batch, and the record that listed it. */
    final Map<String, StoredRecord> listings = new HashMap<>();

    final List<InstrumentChanged> instruments = new ArrayList<>();
    final List<OrderAccepted> accepted = new ArrayList<>();
    final List<OrderModified> modified = new ArrayList<>();
    final List<OrderCancelled> cancelled = new ArrayList<>();
    final List<OrderRejected> rejected = new ArrayList<>();
    final List<ReadTrade> trades = new ArrayList<>();

    static EventBatch of(List<StoredRecord> records) {
        EventBatch batch = new EventBatch();
        for (StoredRecord record : records) {
            batch.add(record);
        }
        return batch;
    }

    private void add(StoredRecord record) {
        Event event;
        try {
            event = EventJson.readEvent(record.record().value());
        } catch (EventFormatException e) {
            throw BadRecordException.forGood(record, String.valueOf(e.getMessage()));
        }
        if (UnstorableText.isInJson(record.record().value())) {
            throw BadRecordException.forGood(record, UnstorableText.REASON);
        }
        switch (event.kind()) {
            case INSTRUMENT_CHANGED -> {
                InstrumentChanged changed = (InstrumentChanged) event;
                instruments.add(changed);
                listings.put(changed.instrument().symbol(), record);
            }
            case ORDER_ACCEPTED -> accepted.add((OrderAccepted) event);
            case ORDER_MODIFIED -> modified.add((OrderModified) event);
            case ORDER_CANCELLED -> cancelled.add((OrderCancelled) event);
            case ORDER_REJECTED -> rejected.add((OrderRejected) event);
            case TRADE -> trades.add(new ReadTrade(record, checked(record, (Trade) event)));
            case BOOK_UPDATE, SESSION_STATE_CHANGED, ACCOUNT_CHANGED, KILL_SWITCH_CHANGED -> {
                // Nothing that happens after a trade depends on them.
            }
        }
    }

    private static Trade checked(StoredRecord record, Trade trade) {
        boolean fits = trade.tradeId() > 0
                && trade.quantity() > 0
                && Math.multiplyHigh(trade.price(), trade.quantity()) == 0
                && trade.price() * trade.quantity() >= 0;
        if (!fits) {
            throw BadRecordException.forGood(
                    record,
                    "trade: " + trade.tradeId() + " of " + trade.quantity() + " at " + trade.price()
                            + " (expected: id and quantity above 0, price x quantity within 64 bits)");
        }
        return trade;
    }
}
