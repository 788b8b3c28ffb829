package daybook.posttrade.reconcile;

import daybook.events.Event;
import daybook.events.Fill;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Side;
import daybook.events.Trade;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The trades of which fills are the two halves. */
final class MemoryDropCopy implements DropCopy {
    private final List<Event> events = new ArrayList<>();
    private int passed;
    private boolean away;

    MemoryDropCopy(List<String> symbols) {
        for (String symbol : symbols) {
            Instrument terms = new Instrument(symbol, 2, 0, 2, 5, 1, 150_000, 10, 0, 0, "INR");
            events.add(new InstrumentChanged(events.size() + 1L, 0, terms));
        }
    }

    /** @param fills both halves of each trade, one after the other */
    void trades(List<Fill> fills) {
        for (int i = 0; i < fills.size(); i += 2) {
            Fill buy = fills.get(i);
            Fill sell = fills.get(i + 1);
            events.add(new Trade(
                    events.size() + 1L,
                    buy.time(),
                    buy.tradeId(),
                    buy.symbol(),
                    buy.price(),
                    buy.quantity(),
                    Side.BUY,
                    buy.orderId(),
                    sell.orderId(),
                    buy.accountId(),
                    sell.accountId()));
        }
    }

    void away(boolean now) {
        away = now;
    }

    @Override
    public int poll(int most, Consumer<Event> sink) throws IOException {
        if (away) {
            throw new IOException("journal/0.journal: not there");
        }
        int upTo = Math.min(events.size(), passed + most);
        int count = upTo - passed;
        events.subList(passed, upTo).forEach(sink);
        passed = upTo;
        return count;
    }

    @Override
    public void close() {}
}
