package daybook.publisher;

import daybook.log.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that makes records ahead of the publisher's, about one round of it, until it has come to the durable line. What goes wrong
 * there is thrown here, behind all that came before it.
 */
final class Advance {
    private static final int BATCH = 500;
    private static final int BATCHES = 12;
    private static final long LOOK_MS = 100;
    private static final long END_MS = 1_000;

    private final Supply supply;
    private final LongSupplier durableSeq;
    private final BlockingQueue<Batch> made = new ArrayBlockingQueue<>(BATCHES);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;
    private Batch current = new Batch();
    private int handedOver;

    Advance(Supply supply, LongSupplier durableSeq) {
        this.supply = supply;
        this.durableSeq = durableSeq;
    }

    void start(Executor thread) {
        thread.execute(this::run);
    }

    /** Hands over what is made; waits a moment where that is less than is wanted, for fewer would mean that there are no more. */
    int poll(int max, Supply.Taker taker) {
        int left = max;
        while (left > 0 && isThere()) {
            int at = handedOver++;
            taker.take(current.seqs[at], current.records.get(at));
            left--;
        }
        return max - left;
    }

    /** All was handed over up to where the journal ended; the supply is the caller's again. */
    boolean isOver() {
        return current.last && handedOver == current.records.size();
    }

    /** Ends the thread; false if it does not end soon, and will close the supply itself when it does. */
    boolean stop() {
        stopped = true;
        made.clear();
        try {
            return ended.await(END_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isThere() {
        while (handedOver == current.records.size()) {
            throwFailure();
            if (current.last || !next()) {
                return false;
            }
        }
        return true;
    }

    private boolean next() {
        try {
            Batch following = made.poll(LOOK_MS, TimeUnit.MILLISECONDS);
            if (following == null) {
                return false;
            }
            current = following;
            handedOver = 0;
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void throwFailure() {
        if (current.failure instanceof Error error) {
            throw error;
        }
        if (current.failure instanceof RuntimeException failure) {
            throw failure;
        }
    }

    private void run() {
        Batch batch = new Batch();
        while (!stopped && !batch.isLast()) {
            batch = make();
            put(batch);
        }
        if (stopped) {
            supply.close();
        }
        ended.countDown();
    }

    private Batch make() {
        Batch batch = new Batch();
        try {
            batch.last = supply.poll(durableSeq.getAsLong(), BATCH, batch::add) < BATCH;
        } catch (RuntimeException | Error e) {
            batch.failure = e;
        }
        return batch;
    }

    /** Waits for room, unless nobody wants it any more. */
    private void put(Batch batch) {
        try {
            boolean taken = false;
            while (!stopped && !taken) {
                taken = made.offer(batch, LOOK_MS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            stopped = true;
        }
    }

    /** Records in order, and how it goes on behind them. */
    private static final class Batch {
        private final List<LogRecord> records = new ArrayList<>(BATCH);
        private final long[] seqs = new long[BATCH];
        private boolean last;
        private @Nullable Throwable failure;

        boolean isLast() {
            return last || failure != null;
        }

        void add(long seq, LogRecord record) {
            seqs[records.size()] = seq;
            records.add(record);
        }
    }
}
