package daybook.spring;

import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.database.DatabaseQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A queue in the application's database. Within {@code @Transactional} a push joins: the job is there if, and only if, that transaction
 * commits. Without a transaction it is there when the push returns.
 *
 * <p>Safe for many threads: pushes that join do not wait for each other, everything else does.
 */
public final class TransactionalJobQueue implements JobQueue {
    private final Joined joined;
    private final Function<String, DatabaseQueue> opening;
    private final String queue;
    private final DatabaseQueue own;

    /** @param opening opens a queue by its name, without waiting for the database */
    TransactionalJobQueue(Joined joined, Function<String, DatabaseQueue> opening, String queue) {
        this.joined = joined;
        this.opening = opening;
        this.queue = queue;
        this.own = opening.apply(queue);
    }

    /** Another queue of the same database; close it, if it is used for more than joining pushes. */
    public TransactionalJobQueue of(String other) {
        return new TransactionalJobQueue(joined, opening, other);
    }

    @Override
    public String name() {
        return queue;
    }

    /**
     * Puts a job in.
     *
     * @throws IllegalStateException if the caller's transaction is one of another DataSource: it would not commit with it
     * @throws daybook.delivery.DeliveryException if the database refuses within the transaction, which rolls back with it
     */
    @Override
    public Optional<String> push(NewJob job) {
        if (joined.isInTransaction()) {
            // An instance for each: its statements are those of one connection.
            return joined.run(
                    "queue " + queue, connection -> opening.apply(queue).push(connection, job));
        }
        synchronized (own) {
            return own.push(job);
        }
    }

    @Override
    public Optional<Reserved> reserve() {
        synchronized (own) {
            return own.reserve();
        }
    }

    @Override
    public boolean renew(Reserved reserved) {
        synchronized (own) {
            return own.renew(reserved);
        }
    }

    @Override
    public boolean acknowledge(Reserved reserved) {
        synchronized (own) {
            return own.acknowledge(reserved);
        }
    }

    @Override
    public boolean release(Reserved reserved, Duration delay, String reason) {
        synchronized (own) {
            return own.release(reserved, delay, reason);
        }
    }

    @Override
    public boolean giveBack(Reserved reserved) {
        synchronized (own) {
            return own.giveBack(reserved);
        }
    }

    @Override
    public boolean fail(Reserved reserved, String reason) {
        synchronized (own) {
            return own.fail(reserved, reason);
        }
    }

    @Override
    public QueueSize size() {
        synchronized (own) {
            return own.size();
        }
    }

    @Override
    public long clear() {
        synchronized (own) {
            return own.clear();
        }
    }

    @Override
    public List<FailedJob> failed(int max) {
        synchronized (own) {
            return own.failed(max);
        }
    }

    @Override
    public boolean retry(String id) {
        synchronized (own) {
            return own.retry(id);
        }
    }

    @Override
    public boolean retry(String id, String payload) {
        synchronized (own) {
            return own.retry(id, payload);
        }
    }

    @Override
    public boolean discard(String id) {
        synchronized (own) {
            return own.discard(id);
        }
    }

    /**
     * Forgets jobs of this queue that failed before a time, oldest first. Nobody does so by himself: call it now and then, until it
     * returns less than {@code limit}.
     *
     * @param limit so many at once, so that nobody waits long for the transaction
     * @return how many
     */
    public int purgeFailed(Instant before, int limit) {
        synchronized (own) {
            return own.purgeFailed(before.toEpochMilli(), limit);
        }
    }

    @Override
    public void close() {
        synchronized (own) {
            own.close();
        }
    }
}
