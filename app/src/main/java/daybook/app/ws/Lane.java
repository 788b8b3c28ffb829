package daybook.app.ws;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that sends for some of the connections: each has one lane for its whole life, so its state needs no lock. */
final class Lane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final long REST_NS = 50_000_000;
    private static final long PATIENCE_MS = 2_000;

    private final Queue<Connection> ready = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean resting;

    Lane(String name) {
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Gives a connection its turn. For any thread; the connection sees to it that it is in here once. */
    void add(Connection connection) {
        ready.add(connection);
        if (resting) {
            LockSupport.unpark(thread);
        }
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(PATIENCE_MS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stopping || !ready.isEmpty()) { // who is to be told that we stop is
            Connection connection = ready.poll();
            if (connection == null) {
                resting = true;
                if (ready.isEmpty()) {
                    LockSupport.parkNanos(REST_NS);
                }
                resting = false;
            } else {
                turn(connection);
            }
        }
    }

    private static void turn(Connection connection) {
        try {
            connection.turn();
        } catch (RuntimeException broken) { // the top of a thread: the others must go on
            LOG.error("socket {}: failed", connection.id(), broken);
            connection.abort();
        }
    }
}
