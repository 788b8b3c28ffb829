package daybook.delivery;

import daybook.log.FencedException;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.OwnedReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic as a member of a group and applies it to a database, in rounds: poll, apply, move the cursors, commit - in the
 * order that its {@link DeliveryMode} says - and tell the log afterwards how far it is, for the lag display only.
 *
 * <ul>
 *   <li>The log or the database does not answer: everything is tried again, with growing pauses, for ever; status red.
 *   <li>A record cannot be processed, or the database refuses what is in it: it is put aside with its origin, in the transaction that
 *       passes it, at once or after a few attempts; status amber. A database says that of a whole batch; then its records are tried
 *       one by one. A record that the process does not survive is found, too.
 *   <li>A record cannot be processed now: it waits, and the later ones of its key behind it; all others go on; status amber. Which of
 *       the four it is says an {@link ErrorClassifier}.
 *   <li>Records that were not read are gone: this partition is stopped, with the reason; status red. Going on would skip silently.
 *   <li>Somebody's transaction stays open, and the log gives nobody what lies behind it: status amber, with partition and offset.
 *   <li>The log went back (the topic was made again, its end lies before the cursor, another record lies where the last one was
 *       read): an idempotent consumer reads this partition again from its first record, and says so in the diagnostics; any other
 *       is stopped there, as above.
 * </ul>
 *
 * <p>Confined to the service's thread; {@link #status} is safe for any.
 */
public final class Consumer implements AutoCloseable {
    /** Without records for so long, a handler may do what it has put off. Longer than a poll that comes back empty too early. */
    private static final long PAUSE_NS = Duration.ofSeconds(1).toNanos();

    /**
     * The rest of the world, as a consumer sees it.
     *
     * @param lease if there is one, the consumer reads all partitions while it holds it, and stands by while another does; every batch
     *     confirms it. Without one the log's group says which partitions it reads
     */
    public record Ports(Log log, Writer writer, InstantSource clock, LongSupplier nanos, Optional<Lease> lease) {

        /** Without a lease. */
        public Ports(Log log, Writer writer, InstantSource clock, LongSupplier nanos) {
            this(log, writer, clock, nanos, Optional.empty());
        }
    }

    private final ConsumerOptions options;
    private final Ports ports;
    private final BatchHandler handler;
    private final BatchProtocol protocol;
    private final Places places;
    private final HeldKeys heldKeys;
    private final Triage triage;
    private final Replays replays;
    private final Turn turn = new OwnTurn();
    private final Held held;
    private final Backoff backoff;
    private final StatusBoard board = new StatusBoard();
    private @Nullable OwnedReader reader;
    private long readerGrant;
    private long generation = -1;
    private long ownedSince = -1;
    private long nextMirrorNs;
    private boolean mirrorDue;
    private final LastLook lastLook;
    private boolean working;
    private long pauseFromNs;
    private boolean paused;
    private volatile @Nullable LastRecord last;

    /** @throws IllegalArgumentException if the mode does not go with the way the topic is written */
    public Consumer(ConsumerOptions options, Ports ports, BatchHandler handler) {
        this(options, ports, handler, BatchProtocol.of(options.mode()));
    }

    Consumer(ConsumerOptions options, Ports ports, BatchHandler handler, BatchProtocol protocol) {
        boolean resent =
                options.policy() != PublicationPolicy.MIRROR && !ports.log().has(Log.Capability.DURABLE_DEDUP);
        if (options.mode() == DeliveryMode.ATOMIC && resent) {
            throw new IllegalArgumentException("mode: ATOMIC on " + options.topic()
                    + ", where an event may lie at two offsets" + " (expected: IDEMPOTENT)");
        }
        this.options = options;
        this.ports = ports;
        this.handler = handler;
        this.protocol = protocol;
        this.places = new Places(options.consumer(), ports.log(), options.mode() == DeliveryMode.IDEMPOTENT);
        DeadLetters letters = new DeadLetters(options.consumer(), ports.clock());
        this.heldKeys = new HeldKeys(
                new HeldKeys.Settings(handler, options.attempts()),
                new HeldTable(options.consumer(), ports.clock()),
                letters,
                ports.nanos());
        this.triage = new Triage(options, handler, letters, heldKeys);
        this.replays = new Replays(options, letters, handler, ports.nanos());
        this.held = new Held(ports);
        this.backoff = new Backoff(ports.nanos());
        this.lastLook = new LastLook(ports.clock(), ports.nanos());
        this.nextMirrorNs = ports.nanos().getAsLong();
        this.pauseFromNs = nextMirrorNs + PAUSE_NS;
    }

    /** Applies at most one batch. Returns how many records it has passed; 0 = nothing to do, or waiting to try again. */
    public int pump() {
        if (backoff.waiting()) {
            return 0;
        }
        // Stays so if what nobody catches ends the thread: then the process has not stopped in order, whatever is
        // closed.
        working = true;
        int passed = tryRound();
        working = false;
        return passed;
    }

    private int tryRound() {
        try {
            if (standsBy()) {
                backoff.worked();
                return 0;
            }
            int passed = round();
            if (generation != -1) {
                passed += heldKeys.retry(turn);
            }
            if (generation != -1) {
                passed += replays.round(turn);
            }
            held.look(places::all);
            // To have asked again where it is, and to have heard nothing yet, is no recovery.
            if (passed > 0 || !backoff.failing() || isQuiet()) {
                backoff.worked();
                worked(passed);
            }
            return passed;
        } catch (RecordException | OneByOne.SomeFailedException | SQLException failed) {
            undo();
            if (triage.failed(failed)) {
                board.failed(); // it is tried again at once
            } else {
                await(failed);
            }
            return 0;
        } catch (LogException e) {
            undo();
            if (e instanceof FencedException) {
                leave(); // this reader was replaced; a new one is not
            }
            await(e);
            return 0;
        }
    }

    private void worked(int passed) {
        List<String> stopped = new ArrayList<>(places.stopped());
        List<String> waiting = new ArrayList<>(held.reasons());
        heldKeys.reason().ifPresent(reason -> (heldKeys.isFull() ? stopped : waiting).add(reason));
        board.worked(passed, stopped, waiting, replays.waiting());
    }

    /** The world broke: it is tried again for ever, less and less often. */
    private void await(Exception broken) {
        backoff.failed();
        board.red(options.consumer() + " on " + options.topic() + ": " + Refusals.reason(broken));
    }

    public ServiceStatus status() {
        return board.status();
    }

    /** What it has passed last, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return Optional.ofNullable(last);
    }

    /** What was put aside and waits for a decision, as it was counted last. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return replays.waiting();
    }

    /** Forgets what it remembers of its tables: their owner has put another state in their place. */
    public void reload() {
        undo();
        handler.takenOver();
        triage.takenOver();
    }

    /** Records that wait because one of their key cannot be processed now. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return heldKeys.waiting();
    }

    /** Tells the log how far it is and leaves the group. */
    @Override
    public void close() {
        leave();
        if (!working && ownedSince != -1 && status().light() != ServiceStatus.Light.RED) {
            endInOrder();
        }
        ports.lease().ifPresent(lease -> lease.release(ports.writer()));
    }

    /** A process that comes later need not ask whether it was a record that ended this one. */
    private void endInOrder() {
        try {
            triage.ended(ports.writer().transaction());
            commit();
        } catch (SQLException away) {
            ports.writer().rollback(); // it will try a few records with care
        }
    }

    private void leave() {
        OwnedReader current = reader;
        reader = null;
        if (current != null) {
            try (current) {
                if (status().light() != ServiceStatus.Light.RED) { // nobody hears it; why wait
                    mirror(current);
                }
            } catch (LogException ignored) {
                // The cursors in the database are what counts.
            }
        }
    }

    private int round() throws SQLException {
        OwnedReader current = open();
        boolean full = generation != -1 && heldKeys.isFull();
        List<StoredRecord> polled = full ? List.of() : poll(current);
        lookNowAndThen();
        if (generationOf(current) != generation || !places.are(current.assignment())) {
            // What was just polled may lie anywhere: only from the cursors on is it known what comes next.
            if (generationOf(current) != ownedSince) {
                triage.takenOver();
            }
            places.assigned(ports.writer().transaction(), current);
            triage.load(ports.writer().transaction(), places.next());
            ports.writer().commit();
            generation = generationOf(current);
            lastLook.now();
            ownedBy(generation);
            replays.countSoon();
            mirrorDue = true; // the log may know less: a group file can be lost, the cursors are in the database
            pauseFromNs = ports.nanos().getAsLong() + PAUSE_NS;
            return 0;
        }
        List<StoredRecord> records = places.take(current, polled);
        if (records.isEmpty()) {
            mirrorIfIdle(current);
            pauseIfQuiet();
            return 0;
        }
        protocol.run(new Step(records));
        pauseFromNs = ports.nanos().getAsLong() + PAUSE_NS;
        paused = false;
        mirrorIfDue(current);
        return records.size();
    }

    /** Whether another owner works on this. What was remembered is forgotten then: it may change behind our back. */
    private boolean standsBy() throws SQLException {
        Lease lease = ports.lease().orElse(null);
        if (lease == null || lease.hold(ports.writer())) {
            return false;
        }
        if (reader != null) {
            leave();
            undo();
        }
        board.standsBy(lease.reason());
        return true;
    }

    /** Changes when the assignment may have: by the log's doing, or by a grant of the lease. */
    private long generationOf(OwnedReader current) {
        return ports.lease().isEmpty() && current instanceof GroupReader member ? member.generation() : grant();
    }

    private void ownedBy(long grant) {
        if (grant != ownedSince) {
            if (ownedSince != -1) { // at first there is nothing to forget
                handler.takenOver();
            }
            ownedSince = grant;
        }
    }

    /** Whatever a transaction was for: what an earlier owner has computed must not get in. */
    private void commit() throws SQLException {
        if (ports.lease().isPresent()) {
            ports.lease().get().confirm(ports.writer().transaction());
        }
        ports.writer().commit();
    }

    private long grant() {
        return ports.lease().map(Lease::token).orElse(0L);
    }

    private List<StoredRecord> poll(OwnedReader current) {
        try {
            return current.poll(triage.batch(), Duration.ZERO);
        } catch (OffsetOutOfRangeException e) {
            // Which partition may go on, and from where, is decided by the cursors, when the assignment is taken over
            // again.
            generation = -1;
            return List.of();
        }
    }

    /** Is what was read still there? If not, the assignment is taken over again, and each partition looked at. */
    private void lookNowAndThen() {
        if (lastLook.isStale()) {
            lastLook.now();
            generation = places.stillHold() ? generation : -1;
        }
    }

    private OwnedReader open() {
        if (grant() != readerGrant) {
            leave(); // another owner's reader has replaced it meanwhile
        }
        OwnedReader current = reader;
        if (current == null) {
            current = ports.lease().isPresent()
                    ? ports.log().owned(options.consumer(), allPartitions())
                    : ports.log()
                            .group(GroupOptions.of(options.consumer(), GroupOptions.Start.EARLIEST, options.topic()));
            reader = current;
            readerGrant = grant();
            generation = -1;
        }
        return current;
    }

    private List<TopicPartition> allPartitions() {
        TopicSpec spec = ports.log()
                .topic(options.topic())
                .orElseThrow(() -> new LogException(
                        LogException.Kind.UNKNOWN_TOPIC, "topic: " + options.topic() + " (expected: one that exists)"));
        return IntStream.range(0, spec.partitions())
                .mapToObj(partition -> new TopicPartition(spec.name(), partition))
                .toList();
    }

    /** Back to what is in the database, whatever this batch had done. */
    private void undo() {
        ports.writer().rollback();
        handler.rolledBack();
        generation = -1;
    }

    private void pauseIfQuiet() throws SQLException {
        if (!paused && isQuiet()) {
            handler.pause(ports.writer().transaction());
            commit();
            handler.committed();
            paused = true;
        }
    }

    private boolean isQuiet() {
        return ports.nanos().getAsLong() - pauseFromNs >= 0;
    }

    private void mirrorIfIdle(OwnedReader current) {
        if (mirrorDue) {
            mirrorAndSchedule(current);
        }
    }

    private void mirrorIfDue(OwnedReader current) {
        mirrorDue = true;
        if (ports.nanos().getAsLong() - nextMirrorNs >= 0) {
            mirrorAndSchedule(current);
        }
    }

    private void mirrorAndSchedule(OwnedReader current) {
        mirrorDue = false;
        nextMirrorNs = ports.nanos().getAsLong() + options.mirrorEvery().toNanos();
        try {
            mirror(current);
        } catch (FencedException e) {
            // A rebalance is under way; the next poll brings the new assignment.
            generation = -1;
        }
    }

    private void mirror(OwnedReader current) {
        Map<TopicPartition, Long> next = places.committed();
        if (!next.isEmpty()) {
            current.commit(next);
        }
    }

    /** What its parts do in transactions of their own. */
    private final class OwnTurn implements Turn {
        @Override
        public Connection reading() throws SQLException {
            return ports.writer().connection();
        }

        @Override
        public Connection transaction() throws SQLException {
            return ports.writer().transaction();
        }

        @Override
        public void commit() throws SQLException {
            Consumer.this.commit();
        }

        @Override
        public void undo() {
            Consumer.this.undo();
        }
    }

    /** One batch on its way through the protocol. */
    private final class Step implements BatchProtocol.Batch {
        private final List<StoredRecord> records;
        private boolean applied;

        Step(List<StoredRecord> records) {
            this.records = records;
        }

        @Override
        public void apply() throws SQLException {
            triage.apply(turn, records);
            applied = true;
        }

        @Override
        public void moveCursors() throws SQLException {
            places.move(ports.writer().transaction());
        }

        @Override
        public void commit() throws SQLException {
            Consumer.this.commit();
            places.moved();
            last = LastRecord.of(records.get(records.size() - 1));
            if (applied) {
                handler.committed();
                if (triage.passed(turn, records, places.next())) {
                    replays.countSoon();
                }
            }
        }
    }
}
