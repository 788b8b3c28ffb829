package daybook.exchange.pipeline;

import daybook.events.Command;
import daybook.exchange.OrderEntry;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.ReplyListener;
import daybook.exchange.Submission;
import daybook.exchange.VenueQueries;
import daybook.exchange.VenueState;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The exchange: commands in, each answered when it and its events are durable.
 *
 * <p>Any thread may submit and query. One thread, whoever owns it, calls {@link #pump} over and over and {@link #close} at the
 * end; another may pump {@link #snapshots}. After a failure ({@link #failure}) nothing is taken or acknowledged any more: end the
 * process and start it again.
 */
public final class Exchange implements OrderEntry, VenueQueries, AutoCloseable {
    private static final long IDLE_BEFORE_STATEMENT_NS = 2_000_000;

    private final UUID venueId;
    private final ExchangeSettings settings;
    private final ExchangePorts ports;
    private final MatchingEngine engine;
    private final VenueState view;
    private final VenueTime time;
    private final Journal journal;
    private final Recovered recovered;
    private final SnapshotWriter snapshots;

    private final Availability availability;
    private final Counting counting = new Counting();
    private final QueryDesk desk;
    private final CommandRing ring;
    private final List<Stage> stages = new ArrayList<>();
    private final ReplyStage replies;

    private long capturedAtNanos;
    private long capturedCommandSeq;
    private long idleSinceNanos;
    private boolean idle;
    private volatile boolean closed;

    private Exchange(
            ExchangeSettings settings, ExchangePorts ports, ExchangeRecovery.Opened opened, Assembly assembly) {
        this.venueId = opened.snapshots().venueId();
        this.settings = settings;
        this.ports = ports;
        this.engine = opened.engine();
        this.view = new EngineView(engine);
        this.time = opened.time();
        this.journal = opened.journal();
        this.recovered = opened.report();
        this.snapshots = new SnapshotWriter(opened.snapshots(), journal.writer()::durableCommandSeq);
        this.availability = new Availability(ports.nanos());
        this.desk = new QueryDesk(settings.waitingQueries());
        this.ring = new CommandRing(settings.ringSlots(), counting, ports.bell());

        MatchingStage.Core core = new MatchingStage.Core(engine, journal.writer(), time, this::pauses);
        MatchingStage matching = new MatchingStage(ring, core, settings, availability);
        stages.add(matching);
        stages.addAll(assembly.between(
                new Assembly.Parts(ring, matching, journal.writer(), availability, counting, settings)));
        replies = new ReplyStage(ring, last(stages).finished(), counting);
        stages.add(replies);
        ring.freedBy(replies.finished());
        capturedAtNanos = ports.nanos().getAsLong();
        capturedCommandSeq = recovered.snapshotCommandSeq();
    }

    /**
     * Recovers what the directory holds, or starts empty, and opens it for writing.
     *
     * @throws ExchangeRefusedException if what lies there is another venue's, or needs another version of this program
     * @throws ReplayDifferenceException if the journal's commands do not give its events
     * @throws daybook.journal.JournalException if the journal is damaged or ends below a line that was durable
     * @throws daybook.journal.DiskException of kind LOCKED if it is in use
     */
    public static Exchange open(ExchangeHome home, ExchangeSettings settings, ExchangePorts ports) {
        return open(home, settings, ports, Assembly.INLINE);
    }

    static Exchange open(ExchangeHome home, ExchangeSettings settings, ExchangePorts ports, Assembly assembly) {
        ExchangeRecovery.Opened opened = new ExchangeRecovery(home, ports, MatchingEngine.VERSION).open();
        return new Exchange(settings, ports, opened, assembly);
    }

    @Override
    public Submission submit(Command command, ReplyListener listener) {
        Submission refused = refuse(command);
        return refused == null ? ring.offer(command, listener) : refused;
    }

    /** As {@link #submit(Command, ReplyListener)}, without garbage: the outcome comes as numbers, with this token. */
    public Submission submit(Command command, OutcomeListener listener, long token) {
        Submission refused = refuse(command);
        return refused == null ? ring.offer(command, listener, token) : refused;
    }

    private @Nullable Submission refuse(Command command) {
        String reason = availability.refusal();
        if (reason != null) {
            return new Submission.Stopped(reason);
        }
        String fault = CommandForm.fault(command);
        return fault == null ? null : new Submission.Refused(fault);
    }

    @Override
    public <T> CompletableFuture<T> query(Function<VenueState, T> question) {
        if (closed || availability.failed()) {
            return CompletableFuture.failedFuture(new QueryRefusedException("the exchange has stopped"));
        }
        CompletableFuture<T> answer = desk.ask(question);
        ports.bell().run();
        return answer;
    }

    /**
     * One round: a batch of commands through all stages, then waiting questions.
     *
     * @return above 0 if something was done; 0 if there is nothing to do now, so that the caller may rest a little
     */
    public int pump() {
        if (availability.failed()) {
            tellStopped();
            return 0;
        }
        try {
            return round();
        } catch (RuntimeException e) {
            availability.fail(e);
            tellStopped();
            return 0;
        } catch (Error e) {
            availability.fail(e);
            throw e;
        }
    }

    private int round() {
        int done = 0;
        for (Stage stage : stages) {
            done += stage.pump();
        }
        if (nothingUndurable()) {
            done += desk.answer(view);
            captureIfDue();
        }
        if (done > 0) {
            idle = false;
        } else {
            rest();
        }
        return done;
    }

    /** Questions and snapshots are of a state that is durable: while one waits, matching lets the disk catch up. */
    private boolean pauses() {
        return (desk.isAsked() || captureIsDue()) && !nothingUndurable();
    }

    private boolean nothingUndurable() {
        return durableCommandSeq() == decidedCommandSeq();
    }

    /** Whether everything that was decided is durable, and everybody has been told. Safe for any thread. */
    public boolean isAllDurable() {
        long answered = replies.finished().get(); // first: what is decided meanwhile makes it false
        return stages.get(0).finished().get() == answered;
    }

    /** Highest command decided, durable or not. Confined to the exchange's thread. */
    long decidedCommandSeq() {
        return journal.writer().nextCommandSeq() - 1;
    }

    /** After a while without commands, the journal states its last line for readers in other processes. */
    private void rest() {
        long now = ports.nanos().getAsLong();
        if (!idle) {
            idle = true;
            idleSinceNanos = now;
        } else if (now - idleSinceNanos >= IDLE_BEFORE_STATEMENT_NS) {
            journal.writer().idle();
        }
    }

    private boolean captureIsDue() {
        return ports.nanos().getAsLong() - capturedAtNanos
                        >= settings.snapshotEvery().toNanos()
                && snapshots.isFree();
    }

    private void captureIfDue() {
        if (!captureIsDue()) {
            return;
        }
        capturedAtNanos = ports.nanos().getAsLong();
        if (journal.writer().durableCommandSeq() > capturedCommandSeq) {
            capture();
        }
    }

    /** Copies the state in memory; matching pauses for this and no longer. */
    private void capture() {
        capturedCommandSeq = decidedCommandSeq();
        SnapshotHeader header =
                new SnapshotHeader(venueId, MatchingEngine.VERSION, capturedCommandSeq, engine.lastSeq(), time.last());
        snapshots.hand(Snapshot.of(header, engine));
    }

    private void tellStopped() {
        String reason = availability.refusal();
        String told = reason == null ? "the exchange is closed" : reason;
        replies.tellStopped(told);
        desk.refuseAll(told);
    }

    /** What recovery found. */
    public Recovered recovered() {
        return recovered;
    }

    /**
     * Time of the last command, microseconds since the epoch; 0 before the first. For the thread that opened the exchange, before
     * the first pump: a simulated clock goes on from there.
     */
    public long lastTimeMicros() {
        return time.last();
    }

    /** Writes snapshots; to be pumped now and then, by this thread or another, but not during {@link #close}. */
    public SnapshotWriter snapshots() {
        return snapshots;
    }

    /** Why the exchange has stopped for good; empty while it has not. Safe for many threads. */
    public Optional<Throwable> failure() {
        return availability.failure();
    }

    /** Why commands are refused just now, for good or not; empty while they are taken. Safe for many threads. */
    public Optional<String> refusal() {
        return Optional.ofNullable(availability.refusal());
    }

    /** Highest event that survives a crash. Safe for many threads. */
    public long durableSeq() {
        return journal.writer().durableSeq();
    }

    /** Highest command that survives a crash. Safe for many threads. */
    public long durableCommandSeq() {
        return journal.writer().durableCommandSeq();
    }

    /** Hash of the whole state. Confined to the exchange's thread; costs as much as a snapshot. */
    public long stateHash() {
        return engine.stateHash();
    }

    /** Safe for many threads. */
    public Counters counters() {
        return counting.counters();
    }

    /**
     * Stops in order: takes nothing more, finishes what waits, writes a snapshot, marks the journal as closed. Whoever submits or
     * pumps must have stopped before.
     *
     * @throws daybook.journal.DiskException if the disk refuses; what was acknowledged is safe all the same
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        availability.close();
        try {
            finishCommands();
            if (!availability.failed() && nothingUndurable()) {
                finishSnapshots();
            }
        } finally {
            tellStopped();
            journal.close();
        }
    }

    private void finishCommands() {
        boolean finished = false;
        while (!finished) {
            // Before the round: a force that ends after it is noted, and its commands answered, only by the next one.
            boolean settled = availability.failed() || journal.writer().settle();
            finished = pump() == 0 && settled && (availability.failed() || availability.full() || isAllDurable());
        }
    }

    private void finishSnapshots() {
        writeCaptured();
        if (journal.writer().durableCommandSeq() > capturedCommandSeq) {
            capture();
            writeCaptured();
        }
    }

    private void writeCaptured() {
        while (!snapshots.isFree()) {
            snapshots.pump(); // ends: everything is durable, so each step is done or has failed
        }
    }

    private static Stage last(List<Stage> stages) {
        return stages.get(stages.size() - 1);
    }
}
