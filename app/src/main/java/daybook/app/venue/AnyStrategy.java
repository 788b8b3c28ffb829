package daybook.app.venue;

import daybook.delivery.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Whether there is a strategy: until then its services need no thread's time and no tables. Safe for many threads. */
final class AnyStrategy {
    private static final long EVERY_NS = Duration.ofMillis(500).toNanos();

    private final Database database;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile boolean there;
    private long dueNs = System.nanoTime();

    AnyStrategy(Database database) {
        this.database = database;
    }

    /** Once there was one it stays so. */
    boolean isThere() {
        return there || look();
    }

    /** One thread asks, the others do not wait for it. */
    private boolean look() {
        if (asking.tryLock()) {
            try {
                if (System.nanoTime() - dueNs >= 0) {
                    there = ask();
                    dueNs = System.nanoTime() + EVERY_NS;
                }
            } finally {
                asking.unlock();
            }
        }
        return there;
    }

    private boolean ask() {
        try {
            if (!database.has("strategy")) {
                return false;
            }
            try (Connection connection = database.openReader();
                    Statement select = connection.createStatement();
                    ResultSet row = select.executeQuery("SELECT 1 FROM strategy LIMIT 1")) {
                return row.next();
            }
        } catch (SQLException away) {
            return false; // asked again
        }
    }
}
