package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A venue whose days last two seconds: after each close its statements are made, by the clock, and nobody asked for them. */
class ScheduledJobsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void afterTheCloseTheStatementsOfTheDayAreThere() throws IOException {
        Ran up = Cli.runWith(
                Map.of("DAYBOOK_CLOCK_SPEED", "10000"),
                "",
                "up",
                "--for",
                "9s",
                "--json",
                "--port",
                "0",
                "--traders",
                "2",
                "--data",
                data.toString());

        assertThat(up.exit()).as(up.err()).isZero();
        try (Stream<Path> made = Files.list(data.resolve("statements/2026-01-05"))) {
            assertThat(made.map(file -> file.getFileName().toString()))
                    .anyMatch(name -> name.endsWith(".pdf"))
                    .noneMatch(name -> name.endsWith(".part"));
        }
        String out = Cli.runWith(Map.of(), "", "queue", "history", "--json", "--data", data.toString())
                .out();
        List<Object> history = Json.array(Json.readOwn(out.getBytes(StandardCharsets.UTF_8)));
        assertThat(history)
                .anySatisfy(row -> assertThat(Json.object(row))
                        .containsEntry("name", "venue.statements")
                        .containsEntry("outcome", "DONE"));
        assertThat(history)
                .filteredOn(row -> "venue.purge".equals(Json.object(row).get("name")))
                .allSatisfy(row -> assertThat(Json.object(row)).containsEntry("outcome", "DONE"));
    }

    @Test
    void aVenueThatHasNoJobsHasNoTablesForThem() {
        Ran up = Cli.runWith(
                Map.of(),
                "",
                "up",
                "--for",
                "1s",
                "--json",
                "--port",
                "0",
                "--traders",
                "0",
                "--data",
                data.toString());

        assertThat(up.exit()).as(up.err()).isZero();
        assertThat(data.resolve("db/jobs.db")).doesNotExist();
        assertThat(data.resolve("statements")).doesNotExist();
    }

    @Test
    void aLeaseThatIsTooShortIsRefused() {
        assertThat(Cli.runWith(Map.of("QUEUE_LEASE", "1s"), "", "config", "show")
                        .exit())
                .isEqualTo(2);
    }
}
