package daybook.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A stranger who guesses tokens does not fill the disk with our log. */
class LineLimitTest {
    private long nowNs;
    private final LineLimit limit = new LineLimit(() -> nowNs);

    @Test
    void aMinuteHasSoManyLinesAndTheNextOneSaysHowManyWereLeftOut() {
        for (int i = 0; i < LineLimit.LINES_A_MINUTE; i++) {
            assertThat(limit.admit()).hasValue(0);
        }
        for (int i = 0; i < 990; i++) {
            assertThat(limit.admit()).isEmpty();
        }

        nowNs += 60_000_000_000L;

        assertThat(limit.admit()).hasValue(990);
        assertThat(limit.admit()).hasValue(0);
    }
}
