package daybook.delivery.jobs.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttemptCountTest {

    @Test
    void isWhatTheRecordCarriesAndHowOftenItWasHandedOut() {
        assertThat(AttemptCount.of(0, 1)).isEqualTo(1);
        assertThat(AttemptCount.of(0, 2)).isEqualTo(2);
        assertThat(AttemptCount.of(1, 1)).isEqualTo(2);
    }

    @Test
    void aHandingOutThatWasNotCountedIsNone() {
        assertThatThrownBy(() -> AttemptCount.of(3, 0))
                .hasMessage("recorded, deliveries: 3, 0 (expected: 0 or more, 1 or more)");
    }
}
