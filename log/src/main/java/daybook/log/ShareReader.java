package daybook.log;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A worker of a share group: each record is locked to one worker until it is answered or its lock ends. Confined to one thread. */
public interface ShareReader extends AutoCloseable {

    /** A record lent to this worker. */
    record Lent(StoredRecord stored, int deliveries) {}

    /** What became of a record. */
    enum Answer {
        /** Done; never delivered again. */
        ACCEPT,
        /** Give it to somebody else. */
        RELEASE,
        /** Cannot be processed; never delivered again. */
        REJECT
    }

    List<Lent> poll(int max, Duration timeout);

    /**
     * Answers for many at once, in one round trip, durably.
     *
     * @throws FencedException if the lock of one of them was over; others of its partition may then come again, too
     */
    void answer(Map<Lent, Answer> answers);

    /**
     * Locks all that this worker has out anew, for the whole duration from now on: for work that takes longer than one. What was over
     * already is not got back; its answer will say so.
     */
    void renew();

    default void accept(Lent lent) {
        answer(Map.of(lent, Answer.ACCEPT));
    }

    default void release(Lent lent) {
        answer(Map.of(lent, Answer.RELEASE));
    }

    default void reject(Lent lent) {
        answer(Map.of(lent, Answer.REJECT));
    }

    @Override
    void close();
}
