package daybook.delivery.jobs;

import daybook.delivery.ManualTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs of many queues in memory, on a clock that the test moves: for tests of what uses a queue. Can be away. */
final class MemoryJobs {
    private final ManualTime clock;
    private final Duration lease;
    private final List<Kept> jobs = new ArrayList<>();
    private final List<FailedJob> failed = new ArrayList<>();
    final List<String> asked = new ArrayList<>();
    private long numbered;
    private long tokens;
    int renewals;
    boolean isAway;
    /** How long it is waited for while it is away. */
    Duration silence = Duration.ZERO;

    boolean failedIsMissing;
    boolean renewsNothing;

    /** A job and whose it is. */
    private static final class Kept {
        final String queue;
        final List<String> history = new ArrayList<>();
        Job job;
        int attempts;
        long token;
        long untilMs;

        Kept(String queue, Job job) {
            this.queue = queue;
            this.job = job;
        }
    }

    /** In somebody's hands. */
    private record Held(Job job, int attempt, long token) implements Reserved {
        @Override
        public void confirm(Connection connection) throws SQLException {
            throw new SQLException("kept in memory");
        }
    }

    MemoryJobs(ManualTime clock, Duration lease) {
        this.clock = clock;
        this.lease = lease;
    }

    JobQueue queue(String name) {
        return new Queue(name);
    }

    /** Not answering. */
    private void answer() {
        if (isAway) {
            clock.pass(silence);
            throw new JobQueueException(JobQueueException.Kind.AWAY, "store: away");
        }
    }

    /** One opened queue. */
    private final class Queue implements JobQueue {
        private final String name;

        Queue(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<String> push(NewJob job) {
            answer();
            if (job.uniqueKey().isPresent()
                    && mine().stream().anyMatch(kept -> kept.job.uniqueKey().equals(job.uniqueKey()))) {
                return Optional.empty();
            }
            String id = "j" + ++numbered;
            long now = clock.millis();
            jobs.add(new Kept(
                    name,
                    new Job(
                            id,
                            job.name(),
                            job.payload(),
                            job.uniqueKey(),
                            job.priority(),
                            now,
                            now + job.delay().toMillis())));
            return Optional.of(id);
        }

        @Override
        public Optional<Reserved> reserve() {
            asked.add(name);
            answer();
            for (Kept kept : mine()) {
                if (kept.job.dueAtMs() <= clock.millis() && kept.untilMs <= clock.millis()) {
                    kept.attempts++;
                    kept.token = ++tokens;
                    kept.untilMs = clock.millis() + lease.toMillis();
                    return Optional.of(new Held(kept.job, kept.attempts, kept.token));
                }
            }
            return Optional.empty();
        }

        @Override
        public boolean renew(Reserved reserved) {
            answer();
            renewals++;
            if (renewsNothing) {
                return true;
            }
            Optional<Kept> held = held(reserved);
            held.ifPresent(kept -> kept.untilMs = clock.millis() + lease.toMillis());
            return held.isPresent();
        }

        @Override
        public boolean acknowledge(Reserved reserved) {
            answer();
            return held(reserved).map(jobs::remove).orElse(false);
        }

        @Override
        public boolean release(Reserved reserved, Duration delay, String reason) {
            answer();
            Optional<Kept> held = held(reserved);
            held.ifPresent(kept -> {
                kept.history.add(reason);
                kept.untilMs = 0;
                Job j = kept.job;
                kept.job = new Job(
                        j.id(),
                        j.name(),
                        j.payload(),
                        j.uniqueKey(),
                        j.priority(),
                        j.pushedAtMs(),
                        clock.millis() + delay.toMillis());
            });
            return held.isPresent();
        }

        @Override
        public boolean giveBack(Reserved reserved) {
            answer();
            Optional<Kept> held = held(reserved);
            held.ifPresent(kept -> {
                kept.attempts--;
                kept.untilMs = 0;
            });
            return held.isPresent();
        }

        @Override
        public boolean fail(Reserved reserved, String reason) {
            answer();
            if (failedIsMissing) {
                throw new JobQueueException(
                        JobQueueException.Kind.NO_TOPIC, "topic jobs." + name + ".failed: not there");
            }
            Optional<Kept> held = held(reserved);
            held.ifPresent(kept -> {
                jobs.remove(kept);
                int attempts = reason.equals(WORKER_DIED) ? kept.attempts - 1 : kept.attempts;
                failed.add(0, new FailedJob(kept.job, attempts, reason, clock.millis(), name, kept.history));
            });
            return held.isPresent();
        }

        @Override
        public QueueSize size() {
            long flying =
                    mine().stream().filter(k -> k.untilMs > clock.millis()).count();
            long due = mine().stream()
                            .filter(k -> k.job.dueAtMs() <= clock.millis())
                            .count()
                    - flying;
            return new QueueSize(mine().size(), due, flying);
        }

        @Override
        public long clear() {
            long before = jobs.size();
            jobs.removeIf(kept -> kept.queue.equals(name) && kept.untilMs <= clock.millis());
            return before - jobs.size();
        }

        @Override
        public List<FailedJob> failed(int max) {
            return failed.stream().filter(f -> f.from().equals(name)).limit(max).toList();
        }

        @Override
        public boolean retry(String id) {
            Map<String, FailedJob> byId = new HashMap<>();
            failed.forEach(f -> byId.put(f.job().id(), f));
            FailedJob again = byId.get(id);
            if (again == null) {
                return false;
            }
            failed.remove(again);
            jobs.add(new Kept(name, again.job()));
            return true;
        }

        @Override
        public boolean retry(String id, String payload) {
            throw new UnsupportedOperationException("repaired by nobody here");
        }

        @Override
        public boolean discard(String id) {
            return failed.removeIf(f -> f.job().id().equals(id));
        }

        @Override
        public void close() {}

        private List<Kept> mine() {
            return jobs.stream().filter(kept -> kept.queue.equals(name)).toList();
        }

        private Optional<Kept> held(Reserved reserved) {
            return mine().stream()
                    .filter(kept -> kept.token == reserved.token() && kept.untilMs > clock.millis())
                    .findFirst();
        }
    }
}
