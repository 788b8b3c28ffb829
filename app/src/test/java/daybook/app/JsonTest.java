package daybook.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void numbersKeepTheirText() {
        assertThat(Json.object(read("{\"price\":100.050}"))).containsEntry("price", new Json.Numeral("100.050"));
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Object value =
                Json.fields("a", "x\"\\\n\u0000\u2028", "b", List.of(1L, true, Json.Null.NULL), "c", Json.fields());

        Object back = read(Json.write(value));

        assertThat(Json.write(back)).isEqualTo(Json.write(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"a\":1,\"a\":2}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":1}x",
                "{\"a\":1} {}",
                "[1,]",
                "{\"a\":0x10}",
                "nul"
            })
    void whatIsNotStrictJsonIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(Json.Malformed.class).hasMessageStartingWith("body:");
    }

    @Test
    void depthAndLengthHaveLimits() {
        assertThat(read("[".repeat(16) + "]".repeat(16))).isInstanceOf(List.class);
        assertThatThrownBy(() -> read("[".repeat(17) + "]".repeat(17))).isInstanceOf(Json.Malformed.class);
        assertThatThrownBy(() -> read("1".repeat(100))).isInstanceOf(Json.Malformed.class);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        assertThatThrownBy(() -> Json.read(new byte[] {'"', (byte) 0xc3, (byte) 0x28, '"'}))
                .isInstanceOf(Json.Malformed.class);
        assertThatThrownBy(() -> Json.read("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)))
                .isInstanceOf(Json.Malformed.class);
    }

    @Test
    void messagesSayNothingOfTheParser() {
        assertThatThrownBy(() -> read("{\"secret-sentinel\": tru}"))
                .hasMessageNotContaining("sentinel")
                .hasMessageNotContaining("jackson");
    }

    private static Object read(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
