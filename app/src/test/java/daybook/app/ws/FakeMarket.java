package daybook.app.ws;

import daybook.events.Instrument;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.Timeframe;
import daybook.posttrade.market.AccountNote;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarTick;
import daybook.posttrade.market.BookChanges;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.Level;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.TradeTick;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A market that does what it is told: two symbols, INFY and B.C, prices with two decimals, quantities with none. */
public class FakeMarket implements MarketFeed {
    private static final List<String> SYMBOLS = List.of("INFY", "B.C");

    private final List<Runnable> listeners = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<TradeTick> trades = new ArrayList<>();
    private final List<BarTick> bars = new ArrayList<>();
    private final List<AccountNote> notes = new ArrayList<>();
    private final List<String> noteAccounts = new ArrayList<>();
    private SessionState state = SessionState.OPEN;
    private long forgottenUpTo;
    private long seq;
    private long epoch;

    private record Change(long seq, String symbol, Side side, Level level) {}

    synchronized long level(String symbol, Side side, long price, long quantity) {
        changes.add(new Change(++seq, symbol, side, new Level(price, quantity, quantity == 0 ? 0 : 1)));
        return tell();
    }

    synchronized long trade(String symbol, long price, long quantity) {
        trades.add(new TradeTick(++seq, trades.size() + 1L, symbol, price, quantity, seq * 1_000, Side.BUY));
        return tell();
    }

    /** One event that ends a bar and begins the next. */
    synchronized long bars(String symbol, Timeframe timeframe, Bar... changed) {
        seq++;
        for (Bar bar : changed) {
            bars.add(new BarTick(seq, bar));
        }
        return tell();
    }

    synchronized long note(String account, AccountNote.Kind kind, long... orders) {
        seq++;
        for (long order : orders) {
            notes.add(new AccountNote(seq, kind, "INFY", order));
            noteAccounts.add(account);
        }
        return tell();
    }

    synchronized long state(SessionState now) {
        state = now;
        seq++;
        return tell();
    }

    /** The seq of the last change of a level. */
    synchronized long lastLevelChange() {
        return changes.isEmpty() ? 0 : changes.get(changes.size() - 1).seq();
    }

    /** What came before is not remembered any more. */
    synchronized void forget() {
        forgottenUpTo = seq;
    }

    /** Another history under the same numbers, at once so far: of trades. */
    synchronized void beginAnew(int events) {
        epoch++;
        goBack(0);
        for (int i = 0; i < events; i++) {
            trades.add(new TradeTick(++seq, trades.size() + 1L, "INFY", 1_500, 1, seq * 1_000, Side.BUY));
        }
        tell();
    }

    /** Knows no more than up to a seq. */
    synchronized void goBack(long to) {
        changes.removeIf(change -> change.seq() > to);
        trades.removeIf(trade -> trade.seq() > to);
        bars.removeIf(bar -> bar.seq() > to);
        notes.clear();
        noteAccounts.clear();
        seq = to;
        tell();
    }

    private long tell() {
        listeners.forEach(Runnable::run);
        return seq;
    }

    @Override
    public synchronized long seq() {
        return seq;
    }

    @Override
    public synchronized long epoch() {
        return epoch;
    }

    @Override
    public synchronized void onChange(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public Optional<Instrument> instrument(String symbol) {
        return instruments().stream().filter(i -> i.symbol().equals(symbol)).findFirst();
    }

    @Override
    public List<Instrument> instruments() {
        return SYMBOLS.stream()
                .map(symbol -> new Instrument(symbol, 2, 0, 2, 1, 1, 10_000, 10, 1_000_000, 0, "USD"))
                .toList();
    }

    @Override
    public synchronized Optional<BookState> book(String symbol) {
        return Optional.of(new BookState(
                seq, symbol, state, levels(symbol, Side.BUY, 0, true), levels(symbol, Side.SELL, 0, true), true));
    }

    @Override
    public synchronized Optional<BookChanges> bookSince(String symbol, long from) {
        return from < forgottenUpTo
                ? Optional.empty()
                : Optional.of(new BookChanges(
                        seq,
                        symbol,
                        state,
                        levels(symbol, Side.BUY, from, false),
                        levels(symbol, Side.SELL, from, false)));
    }

    private List<Level> levels(String symbol, Side side, long from, boolean onlyThere) {
        Map<Long, Level> levels = new TreeMap<>();
        for (Change change : changes) {
            if (change.seq() > from && change.symbol().equals(symbol) && change.side() == side) {
                levels.put(
                        side == Side.BUY
                                ? -change.level().price()
                                : change.level().price(),
                        change.level());
            }
        }
        return levels.values().stream()
                .filter(level -> !onlyThere || level.quantity() > 0)
                .toList();
    }

    @Override
    public synchronized Optional<List<TradeTick>> tradesSince(String symbol, long from) {
        return from < forgottenUpTo
                ? Optional.empty()
                : Optional.of(trades.stream()
                        .filter(t -> t.seq() > from && t.symbol().equals(symbol))
                        .toList());
    }

    @Override
    public synchronized List<TradeTick> lastTrades(String symbol, int n) {
        List<TradeTick> all =
                trades.stream().filter(t -> t.symbol().equals(symbol)).toList();
        return all.subList(Math.max(0, all.size() - n), all.size());
    }

    @Override
    public synchronized Optional<List<BarTick>> barsSince(String symbol, Timeframe timeframe, long from) {
        return from < forgottenUpTo
                ? Optional.empty()
                : Optional.of(bars.stream()
                        .filter(b -> b.seq() > from
                                && b.bar().symbol().equals(symbol)
                                && b.bar().timeframe() == timeframe)
                        .toList());
    }

    @Override
    public synchronized List<Bar> lastBars(String symbol, Timeframe timeframe, int n) {
        Map<Long, Bar> newest = new TreeMap<>();
        barsSince(symbol, timeframe, -1)
                .orElse(List.of())
                .forEach(b -> newest.put(b.bar().startMicros(), b.bar()));
        return List.copyOf(newest.values());
    }

    @Override
    public synchronized Optional<List<AccountNote>> accountSince(String account, long from) {
        if (from < forgottenUpTo) {
            return Optional.empty();
        }
        List<AccountNote> found = new ArrayList<>();
        for (int i = 0; i < notes.size(); i++) {
            if (notes.get(i).seq() > from && noteAccounts.get(i).equals(account)) {
                found.add(notes.get(i));
            }
        }
        return Optional.of(found);
    }
}
