package daybook.posttrade.market;

import daybook.events.Instrument;
import daybook.events.Side;
import daybook.events.Timeframe;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one symbol looks like: its book, its tape, its bars. Not safe for many threads. */
final class SymbolMarket {
    /** More than {@link MarketFeed#REMEMBERED}, and a power of two. */
    private static final int REMEMBERED = 16_384;

    final String symbol;
    final SymbolBook book;
    final Recent<TradeTick> tape;
    private final Map<Timeframe, BarSeries> bars = new EnumMap<>(Timeframe.class);
    /** The last event of this symbol that changed book or tape. */
    long changedSeq;

    @Nullable
    Instrument instrument;

    /** Whether a record of it could not be read. */
    boolean pending;

    /** Who has seen the book at or below this seq is given the whole one: what was said of it may not hold. */
    private long doubtfulUpTo = -1;

    /** @param from what happened at or below this seq is not known as single changes */
    SymbolMarket(String symbol, BarSeries.Clock clock, long from) {
        this.symbol = symbol;
        this.book = new SymbolBook(from);
        this.tape = new Recent<>(REMEMBERED, from);
        for (Timeframe timeframe : Timeframe.values()) {
            bars.put(timeframe, new BarSeries(symbol, timeframe, clock, from));
        }
        this.changedSeq = from;
    }

    BarSeries bars(Timeframe timeframe) {
        return Objects.requireNonNull(bars.get(timeframe));
    }

    /** What was said of the book up to a seq may not hold any more, or may never have held. */
    void doubtful(long upTo) {
        doubtfulUpTo = Math.max(doubtfulUpTo, upTo);
    }

    /** See {@link SymbolBook#since}. */
    @Nullable
    BookChanges bookSince(long from, SymbolBook.Heading now) {
        return from <= doubtfulUpTo ? null : book.since(from, now);
    }

    /** A trade; returns when the next bar is due. */
    long traded(TradeTick tick) {
        tape.add(tick.seq(), tick);
        long due = Long.MAX_VALUE;
        for (BarSeries series : bars.values()) {
            series.trade(tick);
            due = Math.min(due, series.due());
        }
        return due;
    }

    /** Closes bars; returns when the next one is due. */
    long advance(long micros, long seq) {
        long due = Long.MAX_VALUE;
        for (BarSeries series : bars.values()) {
            series.advance(micros, seq);
            due = Math.min(due, series.due());
        }
        return due;
    }

    /** As it is now; the tape's last {@code trades}. */
    SymbolState state(int trades) {
        List<SymbolState.OrderState> orders = new ArrayList<>();
        for (OpenOrder each : book.orders()) {
            orders.add(new SymbolState.OrderState(
                    each.id, each.side == Side.BUY, each.mayRest, each.rests, each.price, each.open));
        }
        return new SymbolState(
                symbol,
                changedSeq,
                Optional.ofNullable(instrument),
                pending,
                orders,
                book.incoming(),
                tape.last(trades),
                Map.of());
    }

    void restore(SymbolState state) {
        instrument = state.instrument().orElse(null);
        pending = state.pending();
        for (SymbolState.OrderState each : state.orders()) {
            OpenOrder order = new OpenOrder(
                    each.id(), each.buy() ? Side.BUY : Side.SELL, each.mayRest(), each.price(), each.open());
            order.rests = each.rests();
            book.restore(order, each.id() == state.incoming());
        }
        state.tape().forEach(tape::addOld);
        state.bars().forEach((timeframe, series) -> bars(timeframe).restore(series));
        changedSeq = state.seq();
    }

    void sessionEnded(long micros) {
        bars.values().forEach(series -> series.sessionEnded(micros));
    }

    long late() {
        return bars(Timeframe.SECOND).late();
    }
}
