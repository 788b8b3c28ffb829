package daybook.app;

import static daybook.app.DecimalText.Outcome.EXACT;
import static daybook.app.DecimalText.Outcome.MALFORMED;
import static daybook.app.DecimalText.Outcome.TOO_FINE;
import static daybook.app.DecimalText.Outcome.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
    @Test
    void whatIsAWholeCountOfUnitsIsTakenExactly() {
        assertThat(DecimalText.parse("100.05", 2)).isEqualTo(new DecimalText.Parsed(EXACT, 10_005));
        assertThat(DecimalText.parse("100.050", 2)).isEqualTo(new DecimalText.Parsed(EXACT, 10_005));
        assertThat(DecimalText.parse("-3", 0)).isEqualTo(new DecimalText.Parsed(EXACT, -3));
        assertThat(DecimalText.parse("92233720368547758.07", 2))
                .isEqualTo(new DecimalText.Parsed(EXACT, Long.MAX_VALUE));
    }

    @Test
    void nothingIsEverRounded() {
        assertThat(DecimalText.parse("100.0500000000000001", 2).outcome()).isEqualTo(TOO_FINE);
        assertThat(DecimalText.parse("0.5", 0).outcome()).isEqualTo(TOO_FINE);
        assertThat(DecimalText.parse("92233720368547758.08", 2).outcome()).isEqualTo(TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 5",
                "5 ",
                "+5",
                "1e2",
                "1E2",
                "0x10",
                "NaN",
                "Infinity",
                "1_000",
                "1,000",
                ".5",
                "5.",
                "1.2.3",
                "-",
                "--5",
                "123456789012345678901",
                "\u0665"
            })
    void whatIsNotAPlainNumberIsMalformed(String text) {
        assertThat(DecimalText.parse(text, 2).outcome()).isEqualTo(MALFORMED);
    }

    @Test
    void numbersAreWrittenWithAllTheirDecimals() {
        assertThat(DecimalText.format(150_000, 2)).isEqualTo("1500.00");
        assertThat(DecimalText.format(-5, 2)).isEqualTo("-0.05");
        assertThat(DecimalText.format(7, 0)).isEqualTo("7");
    }
}
