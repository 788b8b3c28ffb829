package daybook.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same text as the JDK's, for every time there is. */
class UtcTextTest {
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final long SEED = 20261130;

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                999_999,
                1_000,
                1_000_000,
                951_782_400_000_000L, // 2000-02-29
                4_107_542_400_000_000L, // 2100-03-01
                253_402_300_799_999_999L, // the end of 9999
                253_402_300_800_000_000L,
                -62_167_219_200_000_000L, // the beginning of 0000
                -62_167_219_200_000_001L,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void atEveryEdge(long micros) {
        assertThat(UtcText.ofMicros(micros)).isEqualTo(jdk(micros));
    }

    @Test
    void onEveryDayOfNineCenturies() {
        for (long day = -110_000; day < 220_000; day++) {
            assertThat(UtcText.ofMicros(day * DAY_MICROS)).isEqualTo(jdk(day * DAY_MICROS));
        }
    }

    @Test
    void atAnyTime() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            long micros = random.nextLong() >> random.nextInt(40);
            assertThat(UtcText.ofMicros(micros)).as("seed " + SEED).isEqualTo(jdk(micros));
        }
    }

    private static String jdk(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L)
                .toString();
    }
}
