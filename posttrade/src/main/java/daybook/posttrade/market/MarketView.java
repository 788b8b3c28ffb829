package daybook.posttrade.market;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.Timeframe;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * This process's own view of the market: follows all partitions of the exchange's topic, commits nothing, and answers from memory. It
 * begins with the market service's last snapshot, or with the topic's first record where there is none.
 *
 * <ul>
 *   <li>An event that is missing while later ones are here is waited for: status amber, then red. After half a minute everything is
 *       read again from the topic's beginning, in case it was there and the log went back since; then after twice as long, and so on.
 *   <li>A record that says which event it is and cannot be read is passed after ten seconds, if no other copy has come; its symbol is
 *       shown as pending.
 *   <li>The log or the database does not answer: tried again, for ever; what is known is shown meanwhile, with its seq.
 *   <li>The topic was made again: everything is forgotten and read anew.
 * </ul>
 *
 * <p>{@link #pump} and {@link #close} are for one thread, everything else for many.
 */
public final class MarketView implements MarketFeed, AutoCloseable {
    /** So long a missing event is nothing special: partitions are not read in step. */
    private static final long PATIENCE_NS = Duration.ofSeconds(2).toNanos();

    private static final long SKIP_NS = Duration.ofSeconds(10).toNanos();
    private static final long AGAIN_NS = Duration.ofSeconds(30).toNanos();
    /** A long history may take longer than the first pauses to read. */
    private static final long LONGEST_AGAIN_NS = Duration.ofHours(1).toNanos();

    private static final long FIRST_PAUSE_NS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_PAUSE_NS = Duration.ofSeconds(10).toNanos();

    /**
     * How it works.
     *
     * @param topic full name of the exchange's topic
     * @param group under which it reads: the view of a replica commits nothing under it
     * @param zone of the venue's clock, where its days begin
     * @param batch most records in a round
     */
    public record Settings(String topic, String group, ZoneId zone, int batch) {}

    /** Where a view begins. */
    interface Origin {
        /** From the first event. */
        Origin NOTHING = Optional::empty;

        /** @throws DeliveryException if it cannot be said now */
        Optional<MarketSnapshot> snapshot();
    }

    private final Settings settings;
    private final EventStream.Ports ports;
    private final Origin origin;
    private BarSeries.ClosedBars sink = BarSeries.ClosedBars.NOBODY;
    private Runnable begun = () -> {};
    private final LongSupplier nanos;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Written under the write lock by the pumping thread alone. */
    private MarketFold fold;

    private @Nullable EventStream stream;
    private boolean madeAgain;
    /** The topic that was read last; null before the first. */
    private @Nullable UUID topicId;
    /** The highest seq that was shown in this epoch. Written under the write lock. */
    private long reached;

    private long pauseNs;
    private long pauseUntilNs;
    private long waitsSinceNs;
    private long waitsFor;
    private long againNs;
    private long againPauseNs;
    private long done;
    private long failures;
    private volatile long seq;
    private volatile long epoch;
    private volatile boolean current;
    private volatile Map<TopicPartition, Long> read = Map.of();
    private volatile Runnable listener = () -> {};
    private volatile ServiceStatus status = new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), 0, 0);

    /**
     * A view that begins with what the market service has stored.
     *
     * @param log its own connection
     * @param nanos monotonic nanoseconds, for pauses
     */
    public MarketView(Log log, LongSupplier nanos, Settings settings, MarketReader stored) {
        this(new EventStream.Ports(log, nanos), settings, () -> stored.snapshot(settings.zone()));
    }

    MarketView(EventStream.Ports ports, Settings settings, Origin origin) {
        this.settings = settings;
        this.ports = ports;
        this.origin = origin;
        this.nanos = ports.nanos();
        this.fold = new MarketFold(settings.zone(), sink, 0);
    }

    /** Applies at most one batch. Returns how many records it has read; 0 = nothing to do, or waiting to try again. */
    public int pump() {
        if (pauseNs > 0 && nanos.getAsLong() - pauseUntilNs < 0) {
            return 0;
        }
        try {
            int records = round();
            pauseNs = 0;
            tell();
            return records;
        } catch (OffsetOutOfRangeException moved) {
            // The log went back, or retention has taken what comes next: what is there is looked at once more, and what
            // is missing then is missed.
            failed("reads everything again: " + moved.getMessage());
            fromTheBeginning();
            return 0;
        } catch (LogException | DeliveryException away) {
            failed(String.valueOf(away.getMessage()));
            closeStream();
            return 0;
        }
    }

    /** How it is. Safe for any thread. */
    public ServiceStatus status() {
        return status;
    }

    /** Whether it has read everything that is on the log now. Asks the log. Safe for any thread. */
    public boolean isAtEnd(Log log) {
        Map<TopicPartition, Long> positions = read;
        return !positions.isEmpty()
                && positions.entrySet().stream().allMatch(each -> log.endOffset(each.getKey()) <= each.getValue());
    }

    /**
     * Whether it has read to the end of the log since it began, or began anew, and the log answers: else it may show the past. Safe for
     * any thread.
     */
    public boolean isCurrent() {
        return current;
    }

    @Override
    public long seq() {
        return seq;
    }

    /** When the newest event that is folded happened, venue time in microseconds; nothing that is not folded happened before. */
    public long timeMicros() {
        lock.readLock().lock();
        try {
            return fold.timeMicros();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public void onChange(Runnable told) {
        listener = told;
    }

    @Override
    public Optional<Instrument> instrument(String symbol) {
        return ask(symbol, market -> market.instrument);
    }

    @Override
    public List<Instrument> instruments() {
        lock.readLock().lock();
        try {
            List<Instrument> listed = new ArrayList<>();
            for (SymbolMarket market : fold.symbols()) {
                Instrument instrument = market.instrument;
                if (instrument != null) {
                    listed.add(instrument);
                }
            }
            return listed;
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public Optional<BookState> book(String symbol) {
        return ask(
                symbol,
                market -> new BookState(
                        fold.seq(), symbol, fold.state(), market.book.bids(), market.book.asks(), !market.pending));
    }

    @Override
    public Optional<BookChanges> bookSince(String symbol, long from) {
        return since(
                symbol,
                from,
                market -> market.bookSince(from, new SymbolBook.Heading(fold.seq(), symbol, fold.state())));
    }

    @Override
    public Optional<List<TradeTick>> tradesSince(String symbol, long from) {
        return since(symbol, from, market -> market.tape.since(from).orElse(null));
    }

    @Override
    public List<TradeTick> lastTrades(String symbol, int n) {
        return ask(symbol, market -> market.tape.last(n)).orElse(List.of());
    }

    @Override
    public Optional<List<BarTick>> barsSince(String symbol, Timeframe timeframe, long from) {
        return since(symbol, from, market -> market.bars(timeframe).since(from).orElse(null));
    }

    @Override
    public List<Bar> lastBars(String symbol, Timeframe timeframe, int n) {
        return lastBars(symbol, timeframe, n, Long.MIN_VALUE);
    }

    /**
     * The last bars as they are at a time that no event has told yet.
     *
     * @param knownMicros venue time up to which nothing has happened that is not in this view; what has ended by then is over, also in a
     *     market that is still
     */
    public List<Bar> lastBars(String symbol, Timeframe timeframe, int n, long knownMicros) {
        return ask(symbol, market -> market.bars(timeframe).last(n, knownMicros))
                .orElse(List.of());
    }

    @Override
    public Optional<List<AccountNote>> accountSince(String account, long from) {
        lock.readLock().lock();
        try {
            return isOfAnotherHistory(from) ? Optional.empty() : fold.accountSince(account, from);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void close() {
        closeStream();
    }

    /** Told of each bar that is over, on the pumping thread, from the next beginning on. */
    void tellClosedBars(BarSeries.ClosedBars told) {
        sink = told;
    }

    /** Told each time before a new fold takes the place of the one before it, on the pumping thread. */
    void tellBegun(Runnable told) {
        begun = told;
    }

    /** Forgets everything and begins anew, with the snapshot of now. For the pumping thread. */
    void restart() {
        closeStream();
        begin();
    }

    /** Whether the topic is another one than that of the snapshot it was to begin with. For the pumping thread. */
    boolean isMadeAgain() {
        return madeAgain;
    }

    ZoneId zone() {
        return settings.zone();
    }

    /** What it has folded. For the pumping thread. */
    MarketFold fold() {
        return fold;
    }

    /** What it reads; null while it does not. For the pumping thread. */
    @Nullable
    EventStream stream() {
        return stream;
    }

    private <T> Optional<T> ask(String symbol, Function<SymbolMarket, @Nullable T> question) {
        lock.readLock().lock();
        try {
            SymbolMarket market = fold.find(symbol);
            return market == null ? Optional.empty() : Optional.ofNullable(question.apply(market));
        } finally {
            lock.readLock().unlock();
        }
    }

    private <T> Optional<T> since(String symbol, long from, Function<SymbolMarket, @Nullable T> question) {
        return ask(symbol, market -> isOfAnotherHistory(from) ? null : question.apply(market));
    }

    /** Under the lock. In the first epoch what is above everything seen comes from a replica that is ahead. */
    private boolean isOfAnotherHistory(long from) {
        return epoch > 0 && from > reached;
    }

    private int round() {
        EventStream events = stream == null ? begin() : stream;
        if (!events.isOfNow()) {
            events = begin();
        }
        int records = events.read();
        int applied = apply(events);
        done += applied;
        if (applied > 0) {
            listener.run();
        }
        if (records > 0 || read.isEmpty()) {
            read = events.positions();
        }
        if (records == 0 && !events.order().waits()) {
            current = true;
        }
        watch(events, applied);
        return records;
    }

    /** Opens the stream where the snapshot ends, and puts what the snapshot says in place of what is known. */
    private EventStream begin() {
        closeStream();
        current = false;
        MarketSnapshot snapshot = origin.snapshot().orElse(null);
        EventStream opened = EventStream.open(ports, settings, snapshot);
        // Another topic may have another history under the same numbers.
        madeAgain = snapshot != null && !snapshot.topic().equals(opened.topicId());
        UUID before = topicId == null && snapshot != null ? snapshot.topic() : topicId;
        boolean another = before != null && !before.equals(opened.topicId());
        topicId = opened.topicId();
        stream = opened;
        begun.run();
        long nextEpoch = epoch + (another ? 1 : 0);
        MarketFold next = new MarketFold(settings.zone(), sink, opened.order().line());
        if (snapshot != null && !madeAgain) {
            next.restore(snapshot);
        }
        if (!another) {
            doubt(next);
        }
        lock.writeLock().lock();
        try {
            fold = next;
            seq = next.seq();
            epoch = nextEpoch;
            reached = another ? seq : Math.max(reached, seq);
        } finally {
            lock.writeLock().unlock();
        }
        return opened;
    }

    /** Who has seen a book that was pending, or will be, is given the whole one. */
    private void doubt(MarketFold next) {
        List<SymbolMarket> pending = new ArrayList<>(fold.symbols());
        pending.addAll(next.symbols());
        pending.removeIf(each -> !each.pending);
        pending.forEach(each -> next.market(each.symbol).doubtful(reached));
    }

    private int apply(EventStream events) {
        if (!events.hasNext()) {
            return 0;
        }
        int applied = 0;
        lock.writeLock().lock();
        try {
            for (Event event = events.order().next();
                    event != null;
                    event = events.order().next()) {
                fold.apply(event);
                applied++;
            }
            advanced();
        } finally {
            lock.writeLock().unlock();
        }
        return applied;
    }

    /** Under the write lock. */
    private void advanced() {
        seq = fold.seq();
        reached = Math.max(reached, seq);
    }

    /** Looks whether an event is missing, and what can be done. */
    private void watch(EventStream events, int applied) {
        long now = nanos.getAsLong();
        boolean waits = applied == 0 && events.order().waits() || events.order().unreadableNext() != null;
        if (!waits) {
            waitsFor = 0;
            return;
        }
        if (waitsFor != events.order().line() + 1) {
            waitsFor = events.order().line() + 1;
            waitsSinceNs = now;
            againPauseNs = AGAIN_NS;
            againNs = now + againPauseNs;
        }
        String unreadable = events.order().unreadableNext();
        if (unreadable != null && now - waitsSinceNs >= SKIP_NS) {
            skip(events, unreadable);
        } else if (now - againNs >= 0) {
            // By time alone: on a busy topic there is always something to read.
            againPauseNs = Math.min(2 * againPauseNs, LONGEST_AGAIN_NS);
            againNs = now + againPauseNs;
            events.readAgain();
        }
    }

    private void skip(EventStream events, String key) {
        lock.writeLock().lock();
        try {
            events.order().skip();
            fold.skip(events.order().line(), key);
            advanced();
        } finally {
            lock.writeLock().unlock();
        }
        listener.run();
    }

    private void fromTheBeginning() {
        try {
            EventStream events = stream;
            if (events != null) {
                events.readAgain();
            }
        } catch (LogException away) {
            closeStream();
        }
    }

    private void failed(String reason) {
        failures++;
        current = false;
        pauseNs = pauseNs == 0 ? FIRST_PAUSE_NS : Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        pauseUntilNs = nanos.getAsLong() + pauseNs;
        status = new ServiceStatus(ServiceStatus.Light.RED, List.of("market view: " + reason), done, failures);
    }

    private void tell() {
        List<String> reasons = new ArrayList<>();
        boolean stuck = false;
        long waited = nanos.getAsLong() - waitsSinceNs;
        if (waitsFor > 0 && waited >= PATIENCE_NS) {
            stuck = waited >= AGAIN_NS;
            reasons.add("market view: event " + waitsFor + " is missing on the log, later ones are there");
        }
        List<String> pending = fold.symbols().stream()
                .filter(market -> market.pending)
                .map(market -> market.symbol)
                .toList();
        if (!pending.isEmpty()) {
            reasons.add("market view: records of " + String.join(", ", pending) + " could not be read");
        }
        ServiceStatus.Light light = stuck
                ? ServiceStatus.Light.RED
                : reasons.isEmpty() ? ServiceStatus.Light.GREEN : ServiceStatus.Light.AMBER;
        status = new ServiceStatus(light, reasons, done, failures);
    }

    private void closeStream() {
        EventStream open = stream;
        stream = null;
        if (open != null) {
            open.close();
        }
    }
}
