package daybook.delivery.jobs.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryLinesTest {

    @Test
    void aReasonIsOneLineOfWholeCharacters() {
        String faces = HistoryLines.oneLine("\ud83d\ude00".repeat(1_000));

        assertThat(faces).hasSize(499).endsWith("\ude00...");
        assertThat(HistoryLines.oneLine("a\r\n\tb\0c")).isEqualTo("a b c");
    }

    @Test
    void linesAreReadAsPeopleReadThem() {
        String kept = "0" + HistoryLines.line(1, "no route to host") + "1500" + HistoryLines.line(2, "deadline");

        assertThat(HistoryLines.read(kept))
                .containsExactly(
                        "1970-01-01T00:00:00Z attempt 1: no route to host",
                        "1970-01-01T00:00:01.500Z attempt 2: deadline");
        assertThat(HistoryLines.read("")).isEmpty();
    }
}
