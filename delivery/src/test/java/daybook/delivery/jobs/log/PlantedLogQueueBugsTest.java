package daybook.delivery.jobs.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.MemoryLog;
import daybook.delivery.jobs.Job;
import daybook.delivery.locks.LocalLocks;
import daybook.delivery.locks.Lock;
import daybook.delivery.locks.LockStore;
import daybook.log.LogRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Mistakes that are easily made with a queue on a log, each caught by the check of the test that holds the guarantee. */
class PlantedLogQueueBugsTest {

    @Test
    void aCursorThatMovesBeforeTheRetryIsWrittenIsCaught() {
        EndOrder cursorFirst = (record, cursor) -> {
            boolean moved = cursor.getAsBoolean();
            if (moved) {
                record.run();
            }
            return moved;
        };

        assertCaught(() -> LogQueueKillsTest.neverLost(
                20261130,
                parts -> new LogQueue.Parts(
                        parts.cursors(), parts.keys(), parts.rule(), cursorFirst, parts.retries(), parts.steps())));
    }

    @Test
    void aStaleWorkerThatMovesTheCursorBackIsCaught() {
        assertCaught(() -> LogQueueChecks.staleWorkerMovesNothing(world(), with(Unfenced::new)));
    }

    @Test
    void attemptsThatAreNotPersistedAreCaught() {
        assertCaught(() -> LogQueueChecks.deathsAreCounted(world(), with(Forgetful::new)));
    }

    @Test
    void aDelayedJobThatIsSkippedIsCaught() {
        HeadRule skipping =
                (head, nowMs) -> nowMs >= head.job().dueAtMs() ? HeadRule.Verdict.HAND_OUT : HeadRule.Verdict.SKIP;

        assertCaught(() -> LogQueueChecks.delayedHoldsUpItsPartition(
                world(),
                parts -> new LogQueue.Parts(
                        parts.cursors(), parts.keys(), skipping, parts.order(), parts.retries(), parts.steps())));
    }

    @Test
    void aDelayedJobThatIsHandedOutEarlyIsCaught() {
        HeadRule eager = (head, nowMs) -> HeadRule.Verdict.HAND_OUT;

        assertCaught(() -> LogQueueChecks.delayedHoldsUpItsPartition(
                world(),
                parts -> new LogQueue.Parts(
                        parts.cursors(), parts.keys(), eager, parts.order(), parts.retries(), parts.steps())));
    }

    @Test
    void aRetryThatLosesItsDelayIsCaught() {
        Retries hasty = (leaving, dueAtMs) -> JobFormat.again(leaving, leaving.nowMs());

        assertCaught(() -> LogQueueChecks.delayOfARetryIsKept(
                world(),
                parts -> new LogQueue.Parts(
                        parts.cursors(), parts.keys(), parts.rule(), parts.order(), hasty, parts.steps())));
    }

    @Test
    void aRetryThatForgetsItsAttemptsIsCaught() {
        Retries innocent = (leaving, dueAtMs) -> {
            Job job = leaving.carried().job();
            LogRecord anew = JobFormat.pushed(new Job(
                    job.id(), job.name(), job.payload(), job.uniqueKey(), job.priority(), job.pushedAtMs(), dueAtMs));
            return anew;
        };

        assertCaught(() -> LogQueueChecks.delayOfARetryIsKept(
                world(),
                parts -> new LogQueue.Parts(
                        parts.cursors(), parts.keys(), parts.rule(), parts.order(), innocent, parts.steps())));
    }

    @Test
    void mistakesWithUniqueKeysAreCaught() {
        for (UnaryOperator<JobKeys> bug : PlantedKeys.all()) {
            LogQueueWorld world = world();
            LogQueue queue = world.queue(parts -> new LogQueue.Parts(
                    parts.cursors(),
                    bug.apply(parts.keys()),
                    parts.rule(),
                    parts.order(),
                    parts.retries(),
                    parts.steps()));

            assertCaught(() -> PlantedKeys.keyIsTakenUntilTheEnd(queue, world::ageKeys));
        }
        LogQueueWorld honest = world();
        PlantedKeys.keyIsTakenUntilTheEnd(honest.queue(), honest::ageKeys);
    }

    @Test
    void aStoreOfOneProcessThatSaysItIsSharedIsCaught() {
        AtomicInteger stores = new AtomicInteger();

        assertCaught(
                () -> LogQueueChecks.onePartitionIsOneWorkers(world(), () -> new Boasting(stores.incrementAndGet())));
    }

    @Test
    void theHonestOnesPass() {
        LogQueueChecks.staleWorkerMovesNothing(world(), parts -> parts);
        LogQueueChecks.deathsAreCounted(world(), parts -> parts);
        LogQueueChecks.delayedHoldsUpItsPartition(world(), parts -> parts);
        LogQueueChecks.delayOfARetryIsKept(world(), parts -> parts);
    }

    private static LogQueueWorld world() {
        return new LogQueueWorld(Engine.SQLITE, new MemoryLog(false)).withTopics();
    }

    private static UnaryOperator<LogQueue.Parts> with(UnaryOperator<JobCursors> bug) {
        return parts -> new LogQueue.Parts(
                bug.apply(parts.cursors()), parts.keys(), parts.rule(), parts.order(), parts.retries(), parts.steps());
    }

    private static void assertCaught(Runnable check) {
        assertThatThrownBy(check::run).isInstanceOf(AssertionError.class);
    }

    /** Sets the cursor, whoever asks. */
    private static final class Unfenced extends ForwardingCursors {
        Unfenced(JobCursors real) {
            super(real);
        }

        @Override
        public boolean isHeld(Connection connection, Owner owner, long offset) {
            return true;
        }

        @Override
        public OptionalLong pass(Connection connection, Owner owner, long offset) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement("UPDATE log_job_cursor SET next_offset = "
                    + (offset + 1) + ", lease_until_ms = 0 WHERE token >= " + owner.token()
                    + " AND partition_no = " + owner.partition())) {
                update.executeUpdate();
            }
            return OptionalLong.of(offset + 1);
        }
    }

    /** Counts in memory: who is killed has counted nothing. */
    private static final class Forgetful extends ForwardingCursors {
        private long last = -1;
        private int deliveries;

        Forgetful(JobCursors real) {
            super(real);
        }

        @Override
        public int handOut(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException {
            int counted = super.handOut(connection, owner, offset, leaseMs);
            deliveries = last == offset ? deliveries + 1 : 1;
            last = offset;
            return counted == 0 ? 0 : deliveries;
        }
    }

    /** Every process has its own. */
    private static final class Boasting implements LockStore {
        private final LocalLocks own = new LocalLocks(System::nanoTime);
        private final int number;

        Boasting(int number) {
            this.number = number;
        }

        @Override
        public boolean isShared() {
            return true;
        }

        @Override
        public boolean canLock() {
            return true;
        }

        @Override
        public Optional<Lock> acquire(String name, Duration ttl) {
            Optional<Lock> lock = own.acquire(name, ttl);
            for (int i = 0; i < 10 * number && lock.isPresent(); i++) { // tokens that look new
                lock.get().release();
                lock = own.acquire(name, ttl);
            }
            return lock;
        }
    }

    /** For a list of what differs. */
    private abstract static class ForwardingCursors implements JobCursors {
        private final JobCursors real;

        ForwardingCursors(JobCursors real) {
            this.real = real;
        }

        @Override
        public Optional<Begin> begin(Connection connection, Owner owner, Kept kept) throws SQLException {
            return real.begin(connection, owner, kept);
        }

        @Override
        public int handOut(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException {
            return real.handOut(connection, owner, offset, leaseMs);
        }

        @Override
        public boolean isHeld(Connection connection, Owner owner, long offset) throws SQLException {
            return real.isHeld(connection, owner, offset);
        }

        @Override
        public boolean confirm(Connection connection, Owner owner, long offset) throws SQLException {
            return real.confirm(connection, owner, offset);
        }

        @Override
        public boolean renew(Connection connection, Owner owner, long offset, long leaseMs) throws SQLException {
            return real.renew(connection, owner, offset, leaseMs);
        }

        @Override
        public boolean giveBack(Connection connection, Owner owner, long offset) throws SQLException {
            return real.giveBack(connection, owner, offset);
        }

        @Override
        public OptionalLong pass(Connection connection, Owner owner, long offset) throws SQLException {
            return real.pass(connection, owner, offset);
        }

        @Override
        public boolean skip(Connection connection, Owner owner, long toOffset) throws SQLException {
            return real.skip(connection, owner, toOffset);
        }

        @Override
        public boolean rewind(Connection connection, Owner owner, long toOffset) throws SQLException {
            return real.rewind(connection, owner, toOffset);
        }

        @Override
        public void clear(Connection connection, int partition, Kept kept, long toOffset) throws SQLException {
            real.clear(connection, partition, kept, toOffset);
        }

        @Override
        public List<Place> places(Connection connection) throws SQLException {
            return real.places(connection);
        }

        @Override
        public long lost(Connection connection) throws SQLException {
            return real.lost(connection);
        }
    }
}
