package daybook.delivery.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link LockStore} that can lock must do (R27). */
public abstract class LockStoreContract {
    protected static final Duration TTL = Duration.ofSeconds(30);

    /** The store as another holder sees it; where a store is of one process, the same again. */
    protected abstract LockStore open(String owner);

    /** So much time passes for the store. */
    protected abstract void pass(Duration duration) throws Exception;

    @Test
    void ofTwoWhoWantItOneGetsIt() {
        LockStore a = open("a");
        LockStore b = open("b");

        assertThat(a.acquire("work", TTL)).isPresent();
        assertThat(b.acquire("work", TTL)).isEmpty();
        assertThat(a.acquire("work", TTL)).as("its own owner again").isEmpty();
        assertThat(b.acquire("other work", TTL)).isPresent();
    }

    @Test
    void itEndsByItselfAndTheTokenRises() throws Exception {
        Lock first = open("a").acquire("work", TTL).orElseThrow();

        pass(TTL.minusSeconds(5));
        assertThat(open("b").acquire("work", TTL)).isEmpty();
        pass(Duration.ofSeconds(6));

        Lock second = open("b").acquire("work", TTL).orElseThrow();
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(first.extend(TTL)).isFalse();
    }

    /** Q-07, R27: the one who was frozen wakes up and gives back what is another's. */
    @Test
    void aStaleHoldersReleaseChangesNothing() throws Exception {
        Lock stale = open("a").acquire("work", TTL).orElseThrow();
        pass(TTL.plusSeconds(1));
        Lock present = open("b").acquire("work", TTL).orElseThrow();

        assertThat(stale.release()).isFalse();
        assertThat(stale.extend(TTL)).isFalse();

        assertThat(open("c").acquire("work", TTL)).as("still held").isEmpty();
        assertThat(present.extend(TTL)).isTrue();
    }

    /** the same name twice is not the same holder; the token tells them apart. */
    @Test
    void twoGrantsOfOneOwnerAreTwoHolders() throws Exception {
        Lock first = open("w1").acquire("work", TTL).orElseThrow();
        pass(TTL.plusSeconds(1));
        Lock second = open("w1").acquire("work", TTL).orElseThrow();

        assertThat(first.release()).isFalse();
        assertThat(open("w2").acquire("work", TTL)).isEmpty();
        assertThat(second.release()).isTrue();
    }

    @Test
    void whoIsExtendedKeepsItFromThenOn() throws Exception {
        Lock lock = open("a").acquire("work", TTL).orElseThrow();
        pass(TTL.minusSeconds(5));

        assertThat(lock.extend(TTL)).isTrue();
        pass(TTL.minusSeconds(5));

        assertThat(open("b").acquire("work", TTL)).isEmpty();
    }

    @Test
    void whatIsGivenBackCanBeTakenAtOnceWithAHigherToken() {
        Lock first = open("a").acquire("work", TTL).orElseThrow();

        assertThat(first.release()).isTrue();

        Optional<Lock> second = open("b").acquire("work", TTL);
        assertThat(second).hasValueSatisfying(lock -> assertThat(lock.token()).isGreaterThan(first.token()));
        assertThat(first.release()).as("twice").isFalse();
    }
}
