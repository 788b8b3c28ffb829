package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Mistakes that are easily made in a queue, each caught by the test of the contract that holds the guarantee. */
class PlantedJobBugsTest {
    private static final Duration LEASE = JobQueueContract.LEASE;

    private final ManualTime time = new ManualTime();

    private interface Check {
        void of(JobQueueContract contract) throws Exception;
    }

    @Test
    void anAcknowledgementWithoutTheTokenIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            boolean mayChange(MemoryQueue.Entry entry, long token) {
                return true;
            }
        };

        assertCaught(store, JobQueueContract::whoHasLostTheLeaseChangesNothing);
    }

    @Test
    void attemptsThatDieWithTheWorkerAreCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            int afterCrash(int attempts) {
                return attempts - 1;
            }
        };

        assertCaught(store, JobQueueContract::aWorkerThatDiesHasUsedAnAttempt);
    }

    @Test
    void attemptsThatBeginAgainWithEachRetryAreCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            int afterRelease(int attempts) {
                return 0;
            }
        };

        assertCaught(store, JobQueueContract::attemptsGoWithAReleasedJob);
    }

    @Test
    void anAttemptThatIsCountedForAJobThatWasGivenBackIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            int afterGivenBack(int attempts) {
                return attempts;
            }
        };

        assertCaught(store, JobQueueContract::aJobThatIsGivenBackHasUsedNoAttempt);
    }

    @Test
    void aRepairThatLeavesTheFailedOneIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            void again(FailedJob job) {}
        };

        assertCaught(store, JobQueueContract::aFailedJobIsPutInAgainOnceWithAnotherPayload);
    }

    @Test
    void aRetryThatLosesItsDelayIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            long dueAfterRelease(long nowMs, Duration delay) {
                return nowMs;
            }
        };

        assertCaught(store, JobQueueContract::theDelaySurvivesBeingReleasedAndANewWorker);
    }

    @Test
    void aKeyThatIsFreedByARetryIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            boolean occupies(MemoryQueue.Entry entry) {
                return entry.attempts == 0 || entry.held;
            }
        };

        assertCaught(store, JobQueueContract::aUniqueKeyIsKeptOverARetryAndFreedByTheFailure);
    }

    @Test
    void aKeyThatIsFreedWhenItsJobBeginsIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            boolean occupies(MemoryQueue.Entry entry) {
                return !entry.held;
            }
        };

        assertCaught(store, JobQueueContract::aUniqueKeyIsTakenWhileItsJobWaitsOrRuns);
    }

    @Test
    void aKeyThatIsNeverFreedIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            private final Set<String> used = new HashSet<>();

            @Override
            boolean isTaken(Optional<String> key) {
                return key.isPresent() && !used.add(key.get());
            }
        };

        assertCaught(store, JobQueueContract::aUniqueKeyIsTakenWhileItsJobWaitsOrRuns);
    }

    @Test
    void aLeaseThatIsShorterThanTheJobIsCaught() {
        MemoryQueue.Store store = new MemoryQueue.Store("q", LEASE, time) {
            @Override
            long renewedUntil(MemoryQueue.Entry entry, long nowMs) {
                return entry.leaseEndMs; // "renewed", and no longer than it was
            }
        };

        assertCaught(store, JobQueueContract::aJobThatIsRenewedStaysWithItsWorker);
    }

    @Test
    void theHonestStorePassesThem() throws Exception {
        MemoryQueue.Store honest = new MemoryQueue.Store("q", LEASE, time);
        contract(honest).whoHasLostTheLeaseChangesNothing();
        contract(honest).aWorkerThatDiesHasUsedAnAttempt();
    }

    private void assertCaught(MemoryQueue.Store store, Check check) {
        assertThatThrownBy(() -> check.of(contract(store))).isInstanceOf(AssertionError.class);
    }

    private JobQueueContract contract(MemoryQueue.Store store) {
        return new JobQueueContract() {
            @Override
            protected Model model() {
                return Model.FULL;
            }

            @Override
            protected JobQueue open(String worker) {
                return new MemoryQueue(store);
            }

            @Override
            protected void pass(Duration duration) {
                time.pass(duration);
            }
        };
    }
}
