package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastLookTest {
    private long nanos;
    private Instant wall = Instant.EPOCH;
    private final LastLook look = new LastLook(() -> wall, () -> nanos);

    @Test
    void isStaleAfterASecond() {
        nanos = 999_999_999;
        assertThat(look.isStale()).isFalse();
        nanos++;
        assertThat(look.isStale()).isTrue();
        look.now();
        assertThat(look.isStale()).isFalse();
    }

    /** A sleeping machine's steady clock stands still, and the log may have gone back meanwhile. */
    @Test
    void isStaleWhenTheMachineHasSlept() {
        wall = wall.plusSeconds(5);
        assertThat(look.isStale()).isTrue();
        look.now();
        assertThat(look.isStale()).isFalse();
    }

    @Test
    void isStaleWhenTheClockWasSetBack() {
        wall = wall.minusSeconds(3_600);
        assertThat(look.isStale()).isTrue();
    }
}
