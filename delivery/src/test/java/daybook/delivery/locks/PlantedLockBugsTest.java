package daybook.delivery.locks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.ManualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Locks with a mistake in them, each caught by the test of the contract that holds the guarantee. */
class PlantedLockBugsTest {
    private final ManualTime time = new ManualTime();

    private enum Mistake {
        RELEASES_ANYBODYS,
        TOKENS_BEGIN_AGAIN,
        LOOKS_AND_THEN_TAKES
    }

    /** A lock by its name alone, as one would write it first. */
    private final class NaiveLocks implements LockStore {
        private final Mistake mistake;
        private final Map<String, Naive> held = new HashMap<>();
        private long token;

        NaiveLocks(Mistake mistake) {
            this.mistake = mistake;
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
            Naive before = held.get(name);
            boolean free = before == null || before.endMs <= time.millis();
            if (!free && mistake != Mistake.LOOKS_AND_THEN_TAKES) {
                return Optional.empty();
            }
            token = mistake == Mistake.TOKENS_BEGIN_AGAIN ? 1 : token + 1;
            Naive naive = new Naive(this, name, token, time.millis() + ttl.toMillis());
            held.put(name, naive);
            return Optional.of(naive);
        }
    }

    private final class Naive implements Lock {
        private final NaiveLocks locks;
        private final String name;
        private final long token;
        private long endMs;

        Naive(NaiveLocks locks, String name, long token, long endMs) {
            this.locks = locks;
            this.name = name;
            this.token = token;
            this.endMs = endMs;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public boolean extend(Duration ttl) {
            if (locks.held.get(name) != this || endMs <= time.millis()) {
                return false;
            }
            endMs = time.millis() + ttl.toMillis();
            return true;
        }

        @Override
        public boolean release() {
            if (locks.mistake == Mistake.RELEASES_ANYBODYS) {
                return locks.held.remove(name) != null;
            }
            return endMs > time.millis() && locks.held.remove(name, this);
        }
    }

    @Test
    void aStaleHoldersReleaseIsCaught() {
        LockStoreContract contract = contract(Mistake.RELEASES_ANYBODYS);

        assertThatThrownBy(contract::aStaleHoldersReleaseChangesNothing).isInstanceOf(AssertionError.class);
    }

    @Test
    void tokensThatBeginAgainAreCaught() {
        LockStoreContract contract = contract(Mistake.TOKENS_BEGIN_AGAIN);

        assertThatThrownBy(contract::itEndsByItselfAndTheTokenRises).isInstanceOf(AssertionError.class);
    }

    @Test
    void aLockThatTwoGetIsCaught() {
        LockStoreContract contract = contract(Mistake.LOOKS_AND_THEN_TAKES);

        assertThatThrownBy(contract::ofTwoWhoWantItOneGetsIt).isInstanceOf(AssertionError.class);
    }

    private LockStoreContract contract(Mistake mistake) {
        NaiveLocks locks = new NaiveLocks(mistake);
        return new LockStoreContract() {
            @Override
            protected LockStore open(String owner) {
                return locks;
            }

            @Override
            protected void pass(Duration duration) {
                time.pass(duration);
            }
        };
    }
}
