package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of strategies on a venue that has stopped; the browser's test types them at one that runs. */
class StrategyCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path data;

    @BeforeAll
    static void aVenueThatHasStopped() {
        Cli.run("up", "--data", data.toString(), "--for", "1ms", "--port", "0", "--traders", "0");
    }

    @Test
    void aStrategyIsAddedStartedAndStopped() {
        Ran added = run(
                "strategy", "add", "momentum", "--account", "demo", "--series", "INFY:1m", "--set", "fast=3", "--json");
        assertThat(added.exit()).as(added.err()).isZero();
        assertThat(added.out())
                .contains("\"id\":1,\"kind\":\"momentum\",\"parameters\":{\"fast\":3}", "\"status\":\"stopped\"");

        assertThat(run(
                                "strategy",
                                "add",
                                "market-maker",
                                "--account",
                                "demo",
                                "--series",
                                "TCS:1m",
                                "--start",
                                "--json")
                        .out())
                .contains("\"id\":2", "\"status\":\"running\"");
        assertThat(run("strategy", "start", "1", "2").out()).contains("1   running", "2   running");
        assertThat(run("strategy", "stop", "2", "--json").out()).isEqualTo("[{\"id\":2,\"status\":\"stopped\"}]\n");
        assertThat(run("strategy", "list", "--status", "running").out())
                .contains("ID  KIND      PARAMETERS")
                .contains("bar:daybook:cash:spot:infy:1m")
                .doesNotContain("market-maker");
        assertThat(run("strategy", "list", "--limit", "1", "--json").err()).contains("more behind id 1");
        assertThat(run("strategy", "show", "1").out()).contains("fast", "recentIntents");
        assertThat(run("strategy", "kinds").out()).contains("momentum", "fast=5");
    }

    @Test
    void whatIsWrongIsNamedWithItsExitCode() {
        wrong(2, "did you mean momentum?", "strategy", "add", "momentun", "--account", "demo", "--series", "INFY:1m");
        wrong(2, "timeframe: 7m", "strategy", "add", "momentum", "--account", "demo", "--series", "INFY:7m");
        wrong(
                2,
                "quick: unknown",
                "strategy",
                "add",
                "momentum",
                "--account",
                "demo",
                "--series",
                "INFY:1m",
                "--set",
                "quick=1");
        wrong(2, "--account", "strategy", "add", "momentum", "--series", "INFY:1m");
        wrong(2, "running|stopped|failed", "strategy", "list", "--status", "lazy");
        wrong(3, "strategy: 7", "strategy", "start", "7");
        wrong(2, "0..100", "cutover", "set", "101");
    }

    @Test
    void aCutoverThatNobodyDrainsEndsInTimeAndSaysWhatDrains() {
        assertThat(run("cutover", "show").out()).contains("0-127", "local");
        assertThat(run("cutover", "set", "0").exit()).isZero();

        wrong(5, "not drained in 300 ms: shards 0-31", "cutover", "set", "25", "--timeout", "300ms");
        assertThat(run("cutover", "show").err()).contains("25 % of the shards on the log; to be drained: 0-31");
        assertThat(run("cutover", "show", "--json").out()).startsWith("{\"percent\":25,\"draining\":[0,1,");
        wrong(1, "the move to 25 % is not over", "cutover", "set", "50", "--no-wait");
    }

    private static void wrong(int exit, String said, String... args) {
        Ran ran = run(args);
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err()).contains(said).doesNotContain("\tat ");
        assertThat(ran.out()).isEmpty();
    }

    private static Ran run(String... args) {
        List<String> line = new ArrayList<>(List.of(args));
        line.addAll(List.of("--data", data.toString()));
        return Cli.run(line.toArray(String[]::new));
    }
}
