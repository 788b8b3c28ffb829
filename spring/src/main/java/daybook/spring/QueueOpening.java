package daybook.spring;

import daybook.delivery.jobs.database.DatabaseQueue;
import java.time.Duration;
import java.util.UUID;

/**
 * Opens queues in the application's database.
 *
 * @param owner names this start of this process
 */
record QueueOpening(ApplicationDatabase database, Duration lease, String owner) {

    /** An instance for one thread. Does not wait for the database. */
    DatabaseQueue open(String queue) {
        return new DatabaseQueue(
                database,
                new DatabaseQueue.Settings(queue, lease, owner),
                () -> UUID.randomUUID().toString(),
                System::nanoTime);
    }
}
