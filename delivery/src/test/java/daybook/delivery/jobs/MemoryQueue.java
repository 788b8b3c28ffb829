package daybook.delivery.jobs;

import daybook.delivery.ManualTime;
import daybook.delivery.StaleOwnerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A queue in memory, on a clock that tests move: held by the same contract as the drivers, for tests of those who use queues. Its
 * decisions are methods of {@link Store}, which planted bugs make otherwise.
 */
public final class MemoryQueue implements JobQueue {
    private final Store store;

    public MemoryQueue(Store store) {
        this.store = store;
    }

    /** A job as the store has it. */
    static final class Entry {
        Job job;
        int attempts;
        long token;
        long leaseEndMs;
        boolean held;
        final List<String> history = new ArrayList<>();

        Entry(Job job) {
            this.job = job;
        }
    }

    /** What all instances of a queue share. Safe for many threads. */
    public static class Store {
        final String name;
        final Duration lease;
        final ManualTime time;
        final List<Entry> entries = new ArrayList<>();
        final List<FailedJob> failed = new ArrayList<>();
        private int ids;

        public Store(String name, Duration lease, ManualTime time) {
            this.name = name;
            this.lease = lease;
            this.time = time;
        }

        /** Whether what a holder of this token asks for may be done. */
        boolean mayChange(Entry entry, long token) {
            return entry.token == token;
        }

        /** Attempts of a job whose lease is over. */
        int afterCrash(int attempts) {
            return attempts;
        }

        /** Attempts of a job that is released. */
        int afterRelease(int attempts) {
            return attempts;
        }

        /** Attempts of a job that is given back. */
        int afterGivenBack(int attempts) {
            return attempts - 1;
        }

        /** A failed job has been put in again. */
        void again(FailedJob job) {
            failed.remove(job);
        }

        /** When a released job is due. */
        long dueAfterRelease(long nowMs, Duration delay) {
            return nowMs + delay.toMillis();
        }

        /** When a lease ends that is renewed now. */
        long renewedUntil(Entry entry, long nowMs) {
            return nowMs + lease.toMillis();
        }

        /** Whether nothing else may be put in with the unique key of this job. */
        boolean occupies(Entry entry) {
            return true;
        }

        /** The job has ended: it is no longer there. */
        void ended(Entry entry) {
            entries.remove(entry);
        }

        final long now() {
            return time.millis();
        }

        final String nextId() {
            return name + "-" + ++ids;
        }

        /** Whether a job with this key may not be put in. */
        boolean isTaken(Optional<String> key) {
            return key.isPresent()
                    && entries.stream()
                            .anyMatch(e -> occupies(e) && e.job.uniqueKey().equals(key));
        }
    }

    private record Held(Entry entry, int attempt, long token, Job job) implements Reserved {
        @Override
        public void confirm(Connection connection) throws SQLException {
            if (entry.token != token) {
                throw new StaleOwnerException("job: " + job.id());
            }
        }
    }

    @Override
    public String name() {
        return store.name;
    }

    @Override
    public Optional<String> push(NewJob job) {
        synchronized (store) {
            if (store.isTaken(job.uniqueKey())) {
                return Optional.empty();
            }
            String id = store.nextId();
            long now = store.now();
            store.entries.add(new Entry(new Job(
                    id,
                    job.name(),
                    job.payload(),
                    job.uniqueKey(),
                    job.priority(),
                    now,
                    now + job.delay().toMillis())));
            return Optional.of(id);
        }
    }

    @Override
    public Optional<Reserved> reserve() {
        synchronized (store) {
            long now = store.now();
            for (Entry entry : store.entries) {
                if (entry.held && entry.leaseEndMs <= now) {
                    entry.held = false;
                    entry.attempts = store.afterCrash(entry.attempts);
                    entry.history.add("attempt " + entry.token + ": lease over");
                }
            }
            Optional<Entry> next = store.entries.stream()
                    .filter(entry -> isDue(entry, now))
                    .min(Comparator.<Entry>comparingInt(e -> -e.job.priority())
                            .thenComparingLong(e -> e.job.dueAtMs()));
            return next.map(entry -> {
                entry.held = true;
                entry.attempts++;
                entry.token++;
                entry.leaseEndMs = now + store.lease.toMillis();
                return new Held(entry, entry.attempts, entry.token, entry.job);
            });
        }
    }

    @Override
    public boolean renew(Reserved reserved) {
        return change(reserved, entry -> {
            entry.held = true;
            entry.leaseEndMs = store.renewedUntil(entry, store.now());
        });
    }

    @Override
    public boolean acknowledge(Reserved reserved) {
        return change(reserved, store::ended);
    }

    @Override
    public boolean release(Reserved reserved, Duration delay, String reason) {
        return change(reserved, entry -> {
            Job job = entry.job;
            entry.held = false;
            entry.attempts = store.afterRelease(entry.attempts);
            entry.history.add("attempt " + reserved.attempt() + ": " + reason);
            entry.job = new Job(
                    job.id(),
                    job.name(),
                    job.payload(),
                    job.uniqueKey(),
                    job.priority(),
                    job.pushedAtMs(),
                    store.dueAfterRelease(store.now(), delay));
        });
    }

    @Override
    public boolean giveBack(Reserved reserved) {
        return change(reserved, entry -> {
            entry.held = false;
            entry.attempts = store.afterGivenBack(entry.attempts);
            entry.token++;
        });
    }

    @Override
    public boolean fail(Reserved reserved, String reason) {
        return change(reserved, entry -> {
            entry.history.add("attempt " + reserved.attempt() + ": " + reason);
            store.ended(entry);
            store.failed.add(
                    0,
                    new FailedJob(
                            entry.job, entry.attempts, reason, store.now(), store.name, List.copyOf(entry.history)));
        });
    }

    @Override
    public QueueSize size() {
        synchronized (store) {
            long now = store.now();
            long due = store.entries.stream().filter(e -> isDue(e, now)).count();
            long held = store.entries.stream()
                    .filter(e -> e.held && e.leaseEndMs > now)
                    .count();
            return new QueueSize(store.entries.size(), due, held);
        }
    }

    @Override
    public long clear() {
        synchronized (store) {
            long before = store.entries.size();
            store.entries.removeIf(entry -> !entry.held);
            return before - store.entries.size();
        }
    }

    @Override
    public List<FailedJob> failed(int max) {
        synchronized (store) {
            return List.copyOf(store.failed.subList(0, Math.min(max, store.failed.size())));
        }
    }

    @Override
    public boolean retry(String id) {
        return again(id, Optional.empty());
    }

    @Override
    public boolean retry(String id, String payload) {
        NewJob.requirePayload(payload);
        return again(id, Optional.of(payload));
    }

    private boolean again(String id, Optional<String> payload) {
        synchronized (store) {
            Optional<FailedJob> found =
                    store.failed.stream().filter(f -> f.job().id().equals(id)).findFirst();
            found.ifPresent(failed -> {
                if (store.isTaken(failed.job().uniqueKey())) {
                    throw new JobQueueException(
                            JobQueueException.Kind.REFUSED, "job " + id + ": its unique key is taken");
                }
                Job job = failed.job();
                Entry entry = new Entry(new Job(
                        job.id(),
                        job.name(),
                        payload.orElse(job.payload()),
                        job.uniqueKey(),
                        job.priority(),
                        job.pushedAtMs(),
                        job.dueAtMs()));
                entry.token = failed.attempts() + 1_000L;
                entry.history.addAll(failed.history());
                store.entries.add(entry);
                store.again(failed);
            });
            return found.isPresent();
        }
    }

    @Override
    public boolean discard(String id) {
        synchronized (store) {
            return store.failed.removeIf(failed -> failed.job().id().equals(id));
        }
    }

    @Override
    public void close() {}

    private static boolean isDue(Entry entry, long now) {
        return entry.held ? entry.leaseEndMs <= now : entry.job.dueAtMs() <= now;
    }

    private interface Change {
        void of(Entry entry);
    }

    private boolean change(Reserved reserved, Change change) {
        synchronized (store) {
            Held held = (Held) reserved;
            if (!store.entries.contains(held.entry) || !store.mayChange(held.entry, held.token)) {
                return false;
            }
            change.of(held.entry);
            return true;
        }
    }
}
