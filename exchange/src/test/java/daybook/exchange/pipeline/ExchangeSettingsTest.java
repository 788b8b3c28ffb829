package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExchangeSettingsTest {

    @Test
    void theRingHas65536Slots() {
        assertThat(ExchangeSettings.DEFAULT.ringSlots()).isEqualTo(65_536);
        assertThat(ExchangeSettings.DEFAULT.snapshotEvery()).isEqualTo(Duration.ofMinutes(5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1    | 1 | 1024  | 1 | PT5M     | ringSlots: 1 (expected: 2..16777216)
            1000 | 1 | 1024  | 1 | PT5M     | ringSlots: 1000 (expected: a power of two)
            1024 | 0 | 1024  | 1 | PT5M     | batchCommands: 0 (expected: 1..1048576)
            1024 | 1 | 1023  | 1 | PT5M     | batchBytes: 1023 (expected: 1024..8388608)
            1024 | 1 | 1024  | 0 | PT5M     | waitingQueries: 0 (expected: 1..1048576)
            1024 | 1 | 1024  | 1 | PT0S     | snapshotEvery: PT0S (expected: 1ms..1d)
            1024 | 1 | 1024  | 1 | PT25H    | snapshotEvery: PT25H (expected: 1ms..1d)
            """)
    void aWrongSettingIsNamed(int slots, int commands, int bytes, int queries, Duration every, String message) {
        assertThatThrownBy(() -> new ExchangeSettings(slots, commands, bytes, queries, every))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
