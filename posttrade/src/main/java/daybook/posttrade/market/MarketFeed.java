package daybook.posttrade.market;

import daybook.events.Instrument;
import daybook.events.Timeframe;
import java.util.List;
import java.util.Optional;

/**
 * The market as one process sees it, for whoever passes it on: always what is, and what has changed since any seq of the exchange.
 * A reader is a number, the seq it has seen, and costs nothing while it does not ask; so leaving out what came between (conflation)
 * and going on after a break (resume) are one thing. Seqs are the exchange's own, so a reader may go on at another replica.
 *
 * <p>Everything is remembered within bounds: at least the last {@value #REMEMBERED} level changes and trades of each symbol, {@value
 * #REMEMBERED_BARS} bars of each symbol and timeframe, and {@value #REMEMBERED_NOTES} notes of all accounts together. Answers are immutable. Safe for many threads; a question waits for a batch that is being applied, a few
 * milliseconds at most.
 *
 * <p>A {@code from} above {@link #seq()} comes from a replica that is ahead of this one: the answer is then that nothing has changed,
 * and the seq in it is below {@code from}; who asks waits until it is not. Once the {@link #epoch()} has risen, a {@code from} that is
 * above everything seen since is taken for one of the history before: the answer is empty.
 */
public interface MarketFeed {
    /** So many level changes and trades of each symbol are remembered at least. */
    int REMEMBERED = 10_000;

    /** So many bars of each timeframe are remembered; older ones are in the database. */
    int REMEMBERED_BARS = 1_024;

    /** So many notes are remembered, of all accounts together. */
    int REMEMBERED_NOTES = 200_000;

    /** The exchange's event up to which everything is known and nothing above; 0 before the first. */
    long seq();

    /**
     * Rises each time another history begins: the topic was made again, and its seqs count from the start. What a reader has from an
     * earlier epoch belongs to no later one, and its seqs say nothing here. Ask after the answer: if it is still the epoch that the
     * reader began in, the answer is of the reader's history.
     */
    long epoch();

    /**
     * Tells after each round that changed something, on the thread that applies events: be quick, do not throw. There is no way to be
     * told no more: one listener for a process.
     */
    void onChange(Runnable listener);

    /** A symbol's scales and rules as they are now; empty if it is not listed. */
    Optional<Instrument> instrument(String symbol);

    /** All that are listed, by symbol. */
    List<Instrument> instruments();

    /** The whole book; empty if no such symbol was ever listed or traded. */
    Optional<BookState> book(String symbol);

    /**
     * Every level that has changed in {@code (from, seq]}, as it is now.
     *
     * @return empty if {@code from} is older than what is remembered, or there is no such symbol, or the book has become pending since
     *     (see {@link BookState#whole}): take the whole book, which says so
     */
    Optional<BookChanges> bookSince(String symbol, long from);

    /** The trades in {@code (from, seq]}, oldest first; empty if some of them are not remembered any more, or there is no such symbol. */
    Optional<List<TradeTick>> tradesSince(String symbol, long from);

    /** The last trades, oldest first; at most {@code n}, and at most what is remembered. */
    List<TradeTick> lastTrades(String symbol, int n);

    /**
     * The bars that have changed in {@code (from, seq]}, as they are now, oldest first.
     *
     * @return empty if some of them are not remembered any more, or there is no such symbol: take the last bars
     */
    Optional<List<BarTick>> barsSince(String symbol, Timeframe timeframe, long from);

    /** The last bars, oldest first, the one that is not over yet included; at most {@code n}, and at most what is remembered. */
    List<Bar> lastBars(String symbol, Timeframe timeframe, int n);

    /**
     * What happened to the account's orders in {@code (from, seq]}, oldest first; empty if some of it is not remembered any more, or it is
     * more than {@value #REMEMBERED} notes.
     */
    Optional<List<AccountNote>> accountSince(String account, long from);
}
