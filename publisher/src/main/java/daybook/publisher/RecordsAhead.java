package daybook.publisher;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * While there is a backlog a thread of its own reads the journal and makes the records, so that the publisher's has only to send
 * them; near the end of the journal, where that would cost more than it saves, the publisher's makes them itself. Which of the two
 * has the place in the journal is never open: the thread takes it when it starts and gives it back with its last batch.
 */
final class RecordsAhead implements Supply {
    /** A backlog from here on is worth a thread. */
    static final int FAR = 10_000;

    private final Supply here;
    private final Executor thread;
    private final LongSupplier durableSeq;
    private long last;
    private @Nullable Advance advance;

    /**
     * Starts without a thread.
     *
     * @param here where the records come from
     * @param from the first seq that it hands over
     * @param thread runs what it is given on a thread of its own
     * @param durableSeq may be asked by any thread
     */
    RecordsAhead(Supply here, long from, Executor thread, LongSupplier durableSeq) {
        this.here = here;
        this.thread = thread;
        this.durableSeq = durableSeq;
        last = from - 1;
    }

    @Override
    public int poll(long upToSeq, int max, Taker taker) {
        Advance running = advance;
        if (running == null && upToSeq - last >= FAR) {
            running = new Advance(here, durableSeq);
            running.start(thread);
            advance = running;
        }
        Taker noting = (seq, record) -> {
            last = seq;
            taker.take(seq, record);
        };
        if (running == null) {
            return here.poll(upToSeq, max, noting);
        }
        int handedOver = running.poll(max, noting);
        if (running.isOver()) {
            advance = null;
        }
        return handedOver;
    }

    @Override
    public void close() {
        Advance running = advance;
        if (running == null || running.stop()) {
            here.close();
        }
    }
}
