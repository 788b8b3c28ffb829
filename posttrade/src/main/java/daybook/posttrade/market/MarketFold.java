package daybook.posttrade.market;

import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Trade;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The market of all symbols, folded from the exchange's events in the order of their seqs, each once. A function of the events alone:
 * no clock, so that every process that has folded up to a seq has the same.
 *
 * <p>Not safe for many threads; {@link MarketView} is.
 */
final class MarketFold {
    private final BarSeries.Clock clock;
    private final Map<String, SymbolMarket> symbols = new TreeMap<>();
    private final List<Long> sessionEnds = new ArrayList<>();
    private final AccountNotes notes;
    private final long from;
    private long seq;
    private long timeMicros;
    private SessionState state = SessionState.CLOSED;
    private long due = Long.MAX_VALUE;

    /**
     * Begins with nothing.
     *
     * @param zone of the venue's clock: where its days begin
     * @param sink told of bars that are over
     * @param seq the event before the first one to come; how it was then is put in by {@link #restore}
     */
    MarketFold(ZoneId zone, BarSeries.ClosedBars sink, long seq) {
        this.clock = new BarSeries.Clock(new VenueDay(zone), sink, false);
        this.notes = new AccountNotes(seq);
        this.from = seq;
        this.seq = seq;
    }

    /**
     * Applies the next event.
     *
     * @throws IllegalArgumentException if it is not the next one
     */
    void apply(Event event) {
        next(event.seq());
        // Time is that of commands, which never falls; a bar is not opened again if it did.
        timeMicros = Math.max(timeMicros, event.time());
        if (timeMicros >= due) {
            advance();
        }
        switch (event.kind()) {
            case ORDER_ACCEPTED -> accepted((OrderAccepted) event);
            case ORDER_REJECTED -> rejected((OrderRejected) event);
            case ORDER_CANCELLED -> cancelled((OrderCancelled) event);
            case ORDER_MODIFIED -> modified((OrderModified) event);
            case TRADE -> traded((Trade) event);
            case SESSION_STATE_CHANGED -> session((SessionStateChanged) event);
            case INSTRUMENT_CHANGED -> listed(((InstrumentChanged) event).instrument());
            case BOOK_UPDATE, ACCOUNT_CHANGED, KILL_SWITCH_CHANGED -> {}
        }
    }

    /** Passes an event that nobody can read; what its symbol shows may be wrong from now on. */
    void skip(long skipped, String key) {
        next(skipped);
        if (key.isEmpty()) {
            symbols.keySet().forEach(this::doubt);
        } else {
            doubt(key);
        }
    }

    /** Counts as a change, so that it is stored. */
    private void doubt(String symbol) {
        SymbolMarket market = changed(symbol);
        market.pending = true;
        market.doubtful(seq - 1);
    }

    private void next(long given) {
        if (given != seq + 1) {
            throw new IllegalArgumentException("seq: " + given + " (expected: " + (seq + 1) + ")");
        }
        seq = given;
    }

    long seq() {
        return seq;
    }

    /** Time of the last event, in microseconds; 0 before the first. */
    long timeMicros() {
        return timeMicros;
    }

    SessionState state() {
        return state;
    }

    Collection<SymbolMarket> symbols() {
        return symbols.values();
    }

    @Nullable
    SymbolMarket find(String symbol) {
        return symbols.get(symbol);
    }

    /** When sessions ended, in order. */
    List<Long> sessionEnds() {
        return sessionEnds;
    }

    Optional<List<AccountNote>> accountSince(String account, long after) {
        return notes.since(account, after);
    }

    /** How it was at the seq with which this was made. */
    void restore(MarketSnapshot snapshot) {
        state = snapshot.state();
        timeMicros = snapshot.timeMicros();
        sessionEnds.addAll(snapshot.sessionEnds());
        snapshot.symbols().forEach(each -> market(each.symbol()).restore(each));
        due = timeMicros; // the next event looks which bars are due
    }

    /** The market of a symbol; a new one if it is not known. */
    SymbolMarket market(String symbol) {
        return symbols.computeIfAbsent(symbol, name -> new SymbolMarket(name, clock, from));
    }

    private void accepted(OrderAccepted event) {
        SymbolMarket market = changed(event.symbol());
        market.book.accepted(event, state);
        note(event.accountId(), AccountNote.Kind.ORDER, event.symbol(), event.orderId());
    }

    private void rejected(OrderRejected event) {
        SymbolMarket market = symbols.get(event.symbol()); // any name a client may think of: it makes no market
        if (market != null) {
            market.book.settle(seq);
            market.changedSeq = seq;
        }
        note(event.accountId(), AccountNote.Kind.ORDER, event.symbol(), event.orderId());
    }

    private void cancelled(OrderCancelled event) {
        changed(event.symbol()).book.cancelled(event);
        note(event.accountId(), AccountNote.Kind.ORDER, event.symbol(), event.orderId());
    }

    private void modified(OrderModified event) {
        changed(event.symbol()).book.modified(event, state);
        note(event.accountId(), AccountNote.Kind.ORDER, event.symbol(), event.orderId());
    }

    private void traded(Trade event) {
        SymbolMarket market = changed(event.symbol());
        market.book.traded(event);
        TradeTick tick = new TradeTick(
                event.seq(),
                event.tradeId(),
                event.symbol(),
                event.price(),
                event.quantity(),
                event.time(),
                event.aggressorSide());
        due = Math.min(due, market.traded(tick));
        note(event.buyAccountId(), AccountNote.Kind.FILL, event.symbol(), event.buyOrderId());
        note(event.sellAccountId(), AccountNote.Kind.FILL, event.symbol(), event.sellOrderId());
    }

    private void listed(Instrument instrument) {
        changed(instrument.symbol()).instrument = instrument;
    }

    private void session(SessionStateChanged event) {
        symbols.values().forEach(market -> market.book.settle(seq));
        if (event.state() == SessionState.CLOSED && state != SessionState.CLOSED) {
            sessionEnds.add(timeMicros);
            symbols.values().forEach(market -> market.sessionEnded(timeMicros));
        }
        state = event.state();
    }

    private void advance() {
        due = Long.MAX_VALUE;
        for (SymbolMarket market : symbols.values()) {
            due = Math.min(due, market.advance(timeMicros, seq));
        }
    }

    private SymbolMarket changed(String symbol) {
        SymbolMarket market = market(symbol);
        market.changedSeq = seq;
        return market;
    }

    private void note(String account, AccountNote.Kind kind, String symbol, long orderId) {
        notes.add(account, new AccountNote(seq, kind, symbol, orderId));
    }
}
