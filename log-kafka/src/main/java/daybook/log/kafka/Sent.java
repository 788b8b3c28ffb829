package daybook.log.kafka;

import daybook.log.LogException;
import daybook.log.Producer.Acknowledgement;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way, and what Kafka said about it. Kafka's thread says it and hands it over; all else is the writer's thread's.
 *
 * <p>As a callback it tells a record that was refused within the call of {@code send} from one that was taken and failed later:
 * both come that way, the first on the writer's thread.
 */
final class Sent implements Callback {
    /** Offset of a record that is not stored, as far as is known. */
    private static final long NOWHERE = -1;

    private final Target target;
    private final long seq;
    private final Thread writer;
    private final Outcomes outcomes;
    /** Null once it is stored and everybody knows. */
    private @Nullable Acknowledgement acknowledgement;

    /** Nearly always none. */
    private List<Acknowledgement> repeats = List.of();

    private boolean returned;
    private boolean duplicate;
    private boolean forgotten;
    private @Nullable Exception refused;
    private long offset = NOWHERE;
    private @Nullable Exception error;
    /** The next in {@link Outcomes}, which alone reads and writes it. */
    @Nullable
    Sent next;

    Sent(Target target, long seq, Acknowledgement acknowledgement, Outcomes outcomes) {
        this.target = target;
        this.seq = seq;
        this.acknowledgement = acknowledgement;
        this.outcomes = outcomes;
        this.writer = Thread.currentThread();
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure == null && metadata != null) {
            offset = metadata.offset();
        } else if (Thread.currentThread() == writer && !returned) {
            refused = failure;
            return;
        } else {
            error = failure;
        }
        outcomes.add(this);
    }

    /** Once {@code send} has returned: why it refused the record, if it did. */
    @Nullable
    Exception refusedAtOnce() {
        returned = true;
        return refused;
    }

    /** It was stored before, which Kafka need not be asked. */
    void isDuplicate() {
        duplicate = true;
        outcomes.add(this);
    }

    /** Tells everybody that it is stored; after that only its seq is of interest. */
    void tellStored() {
        Acknowledgement first = acknowledgement;
        List<Acknowledgement> others = repeats;
        acknowledgement = null;
        repeats = List.of();
        if (first != null) {
            if (duplicate) {
                first.duplicate(place());
            } else {
                first.stored(place(), offset);
            }
        }
        others.forEach(other -> other.duplicate(place()));
    }

    /** Tells everybody that it is not, or not surely, on the log. */
    void tellFailed(LogException why) {
        Acknowledgement first = acknowledgement;
        if (first != null) {
            first.failed(why);
        }
        repeats.forEach(other -> other.failed(why));
    }

    /** Whether {@link #tellStored} has been called. */
    boolean isStored() {
        return acknowledgement == null;
    }

    /** It failed: who sends its seq again sends it anew. */
    void forget() {
        forgotten = true;
    }

    boolean isForgotten() {
        return forgotten;
    }

    /** How many wait to be told. */
    int waiting() {
        return 1 + repeats.size();
    }

    /** Why it is not, or not surely, on the log; null if it is. */
    @Nullable
    Exception error() {
        return error;
    }

    Target target() {
        return target;
    }

    TopicPartition place() {
        return target.place();
    }

    long seq() {
        return seq;
    }

    /** Another has sent the same seq while it was on its way, and learns what becomes of it. */
    void repeatedBy(Acknowledgement another) {
        if (repeats.isEmpty()) {
            repeats = new ArrayList<>(1);
        }
        repeats.add(another);
    }
}
