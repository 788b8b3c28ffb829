package daybook.exchange.pipeline;

import daybook.journal.DiskException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings captured states to the disk, away from the exchange's thread: it may be pumped by a thread of its own. {@link #hand},
 * {@link #isFree} and the two results are for any thread.
 *
 * <p>A snapshot gets its name only after the journal's durable line has passed it. With the name first, a power cut could leave a
 * snapshot that contains commands which the journal does not have.
 */
public final class SnapshotWriter {
    private final SnapshotStore store;
    private final LongSupplier durableCommandSeq;
    private final AtomicReference<@Nullable Snapshot> handed = new AtomicReference<>();
    private volatile @Nullable DiskException failure;
    private volatile long lastCommandSeq;
    private boolean prepared;

    SnapshotWriter(SnapshotStore store, LongSupplier durableCommandSeq) {
        this.store = store;
        this.durableCommandSeq = durableCommandSeq;
    }

    /**
     * Does the next step for the snapshot in hand.
     *
     * @return 1 if something was done; 0 if there is none, or if it must wait
     */
    public int pump() {
        Snapshot snapshot = handed.get();
        if (snapshot == null) {
            return 0;
        }
        try {
            return step(snapshot);
        } catch (DiskException e) {
            // A missing snapshot costs a longer replay, nothing else: trading goes on, the status says so.
            failure = e;
            discard();
            done();
            return 1;
        }
    }

    /** On a full disk the half of a snapshot takes room that the journal may need. */
    private void discard() {
        try {
            store.discardPrepared();
        } catch (DiskException e) {
            failure = e;
        }
    }

    /** Why the last attempt failed; empty if it did not. */
    public Optional<DiskException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Last command that the newest snapshot written by this process contains; 0 if none. */
    public long lastCommandSeq() {
        return lastCommandSeq;
    }

    boolean isFree() {
        return handed.get() == null;
    }

    void hand(Snapshot snapshot) {
        if (!handed.compareAndSet(null, snapshot)) {
            throw new IllegalStateException("hand: a snapshot is in hand (expected: free)");
        }
    }

    private int step(Snapshot snapshot) {
        long commandSeq = snapshot.header().commandSeq();
        if (!prepared) {
            store.prepare(snapshot);
            prepared = true;
            return 1;
        }
        if (durableCommandSeq.getAsLong() < commandSeq) {
            return 0;
        }
        store.publish(commandSeq);
        lastCommandSeq = commandSeq;
        failure = null;
        done();
        return 1;
    }

    private void done() {
        prepared = false;
        handed.set(null);
    }
}
