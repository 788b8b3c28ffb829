package daybook.publisher;

import daybook.journal.DiskException;
import daybook.log.Log;
import daybook.log.LogException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends every durable event to the log, in order, at least once.
 *
 * <p>One path for live and catch-up: everything above the acked line is sent. A send that fails ends the session: the producer
 * is closed, what was in flight is forgotten, and after a pause all above the line is sent again. A log that is down costs lag,
 * never an order: nothing here is on the order path.
 *
 * <p>Confined to the publisher's thread, but {@link #status} may be asked by any.
 */
public final class JournalPublisher implements AutoCloseable {
    /** The name under which the log remembers what this publisher sent. */
    public static final String PRODUCER_ID = "exchange";

    private static final Logger LOG = LoggerFactory.getLogger(JournalPublisher.class);
    private static final long SILENCE_NS = Duration.ofSeconds(2).toNanos();
    /** An outage of an hour is told in sixty lines, not in one per attempt. */
    private static final long TELL_NS = Duration.ofMinutes(1).toNanos();

    private final PublisherPorts ports;
    private final EventSource source;
    private final Log log;
    private final PublisherSettings settings;
    private final TailCheck tailCheck;
    private final AckLine line;

    private Checkpoint checkpoint;
    private @Nullable Session session;
    private boolean triedBefore;
    private long triedAt;
    private long savedAt;
    private long savedLine;
    private volatile long publishedSeq;
    private volatile boolean connected;
    private volatile long heardAt;
    private final AtomicLong errors = new AtomicLong();
    private volatile String lastError = "";
    private String toldError = "";
    private long toldAt;

    /**
     * Goes on from the checkpoint.
     *
     * @throws PublisherException if the checkpoint is another venue's or ahead of the journal
     */
    public JournalPublisher(PublisherPorts ports, PublisherSettings settings) {
        this(new Parts(ports, new TailReconcile(), new PublishCheckpoint()), settings);
    }

    /** All that it is made of; exchanged only by tests that show what each part prevents. */
    record Parts(PublisherPorts ports, TailCheck tailCheck, AckLine line) {}

    JournalPublisher(Parts parts, PublisherSettings settings) {
        ports = parts.ports;
        source = ports.source();
        log = ports.log();
        this.tailCheck = parts.tailCheck;
        this.line = parts.line;
        this.settings = settings;
        checkpoint = ports.store().load();
        long durable = source.durableSeq();
        if (checkpoint.line() > durable) {
            throw new PublisherException("journal is behind the checkpoint: durable seq " + durable + ", published seq "
                    + checkpoint.line() + " (expected: a journal that has what was published)");
        }
        line.restart(checkpoint.line(), new PartitionEnds(List.of()));
        publishedSeq = checkpoint.line();
        savedAt = nanos();
        savedLine = checkpoint.line();
    }

    /**
     * Does what there is to do, up to one batch. May wait for the log, up to the log's deadline.
     *
     * @return events sent and acknowledgements heard; 0 = nothing to do now
     * @throws PublisherException if the log holds events that the journal does not have
     * @throws RuntimeException if the journal cannot be read or the checkpoint not be written: publishing must stop
     */
    public int pump() {
        if (!settings.enabled()) {
            return 0;
        }
        Session current = session;
        if (current == null) {
            current = connect();
        }
        if (current == null) {
            return 0;
        }
        int done = work(current);
        lookNowAndThen();
        return done;
    }

    /**
     * How it goes now. A log that takes what it is sent and says nothing for two seconds does not count as connected: its client
     * reports an outage only when the deadline is over.
     */
    public PublisherStatus status() {
        long published = publishedSeq;
        long lag = Math.max(0, source.durableSeq() - published);
        boolean silent = lag > 0 && nanos() - heardAt >= SILENCE_NS;
        return new PublisherStatus(settings.enabled(), connected && !silent, published, lag, errors.get(), lastError);
    }

    /** Waits for what is in flight, up to the log's deadline, and saves the line. */
    @Override
    public void close() {
        Session current = session;
        if (current != null) {
            try {
                current.flush();
            } catch (LogException e) {
                count(e);
            }
            end(current);
        }
        save();
    }

    private long nanos() {
        return ports.nanoTime().getAsLong();
    }

    private int work(Session current) {
        try {
            // Whole rounds: what acknowledgements free bit by bit would go out bit by bit, in small batches.
            int room = isFull() ? 0 : settings.batch();
            int sent = room == 0 ? 0 : current.send(room);
            int heard = current.poll();
            boolean caughtUp = sent < room;
            // To wait for all would let a log that answers by itself run dry each time.
            if (line.inFlight() > 0 && (caughtUp || isFull() && !current.isAnswered())) {
                heard += current.flush();
            }
            publishedSeq = line.line();
            if (heard > 0 || line.inFlight() == 0) {
                heardAt = nanos();
            }
            current.failure().ifPresent(e -> fail(current, e));
            return sent + heard;
        } catch (LogException e) {
            fail(current, e);
            return 0;
        }
    }

    private boolean isFull() {
        return line.inFlight() > settings.maxInFlight() - settings.batch();
    }

    private @Nullable Session connect() {
        long now = nanos();
        if (triedBefore && now - triedAt < settings.retryAfter().toNanos()) {
            return null;
        }
        triedBefore = true;
        triedAt = now;
        try {
            checkpoint = heldByTheLog();
            // At once, so that a crash does not bring back a line that is known to be wrong.
            save();
            List<Mark.End> found = ends();
            refuseUnknownEvents(found);
            PartitionEnds ends = new PartitionEnds(found);
            line.restart(checkpoint.line(), ends);
            publishedSeq = checkpoint.line();
            Session started = new Session(ports, settings.topic(), line, ends);
            session = started;
            heardAt = nanos();
            connected = true;
            if (!toldError.isEmpty()) {
                LOG.info("publishing again from seq {} on", checkpoint.line() + 1);
                toldError = "";
            }
            return started;
        } catch (LogException e) {
            count(e);
            return null;
        }
    }

    private Checkpoint heldByTheLog() {
        Checkpoint held = tailCheck.heldBy(log, settings.topic(), checkpoint);
        if (held.line() < checkpoint.line()) {
            LOG.warn(
                    "{}: the log lost what it had acknowledged; published again from seq {} on (line was {})",
                    settings.topic(),
                    held.line() + 1,
                    checkpoint.line());
        }
        return held;
    }

    private List<Mark.End> ends() {
        int partitions = log.topic(settings.topic())
                .orElseThrow(
                        () -> new LogException(LogException.Kind.UNKNOWN_TOPIC, settings.topic() + ": no such topic"))
                .partitions();
        return TailReconcile.ends(log, settings.topic(), partitions);
    }

    /** A log that knows more than the journal is another venue's, or the journal is an old copy: numbers would be used twice. */
    private void refuseUnknownEvents(List<Mark.End> ends) {
        long durable = source.durableSeq();
        for (int p = 0; p < ends.size(); p++) {
            if (ends.get(p).seq() > durable) {
                throw new PublisherException("journal is behind the log: durable seq " + durable + ", but "
                        + settings.topic() + "-" + p + " ends with seq "
                        + ends.get(p).seq()
                        + " (expected: a journal that has what was published)");
            }
        }
    }

    private void count(LogException e) {
        errors.incrementAndGet();
        lastError = String.valueOf(e.getMessage());
        long now = nanos();
        if (!lastError.equals(toldError) || now - toldAt >= TELL_NS) {
            LOG.warn("publishing failed at line {}: {}", line.line(), lastError);
            toldError = lastError;
            toldAt = now;
        }
    }

    private void fail(Session current, LogException e) {
        count(e);
        end(current);
    }

    /** Keeps what was acknowledged, forgets what was in flight; the next attempt comes after the pause. */
    private void end(Session ended) {
        remember(ended);
        session = null;
        connected = false;
        triedAt = nanos();
        ended.close();
        line.restart(checkpoint.line(), new PartitionEnds(List.of()));
        publishedSeq = checkpoint.line();
    }

    private void remember(Session current) {
        if (line.line() > checkpoint.line()) {
            checkpoint = checkpoint.with(current.mark(line.line()));
        }
    }

    /** Once per interval: is what was acknowledged still there? Then save. */
    private void lookNowAndThen() {
        long now = nanos();
        if (now - savedAt < settings.checkpointEvery().toNanos()) {
            return;
        }
        savedAt = now;
        Session current = session;
        if (current != null) {
            remember(current);
            look(current);
        }
        save();
    }

    private void look(Session current) {
        try {
            if (tailCheck.heldBy(log, settings.topic(), checkpoint).line() < checkpoint.line()) {
                fail(
                        current,
                        new LogException(
                                LogException.Kind.FAILED, settings.topic() + ": lost what it had acknowledged"));
            }
        } catch (LogException e) {
            fail(current, e);
        }
    }

    private void save() {
        if (checkpoint.line() == savedLine) {
            return;
        }
        try {
            ports.store().save(checkpoint);
            savedLine = checkpoint.line();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            // The old checkpoint is still there: after a restart more is sent again, nothing is lost.
            errors.incrementAndGet();
            lastError = String.valueOf(e.getMessage());
            LOG.warn("checkpoint not saved: {}", lastError);
        }
    }
}
