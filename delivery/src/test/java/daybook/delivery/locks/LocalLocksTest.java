package daybook.delivery.locks;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalLocksTest extends LockStoreContract {
    private final ManualTime time = new ManualTime();
    private final LocalLocks locks = new LocalLocks(time::nanos);

    @Override
    protected LockStore open(String owner) {
        return locks;
    }

    @Override
    protected void pass(Duration duration) {
        time.pass(duration);
    }

    @Test
    void saysThatOtherProcessesDoNotSeeThem() {
        assertThat(locks.isShared()).isFalse();
        assertThat(locks.canLock()).isTrue();
    }
}
