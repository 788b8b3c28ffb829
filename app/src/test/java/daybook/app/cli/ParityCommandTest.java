package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Version;
import daybook.app.cli.Cli.Ran;
import daybook.strategies.parity.FaultSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strategies on a running venue, seen by what compares: parity, the gate, a backtest. And the probe. */
class ParityCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void whatARunningVenueEvaluatesIsWhatItWouldEvaluateAgain() throws IOException {
        assertThat(Cli.run("parity", "--data", data.toString()).exit()).isEqualTo(3);
        Path faults = Files.writeString(
                data.resolveSibling("faults.properties"),
                FaultSuite.REQUIRED.stream()
                        .map(name -> name + "=1/1")
                        .collect(Collectors.joining("\n", "version=" + Version.RELEASE + "\n", "\n")));
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 4 --rate 50", 0));
            typist.type(new Page.Step(
                    "a strategy", "daybook strategy add market-maker --account alice --series INFY:1s --start", 0));
            typist.await("FILLED", "strategy", "show", "1", "--json");

            typist.await("\"equal\":true", "parity", "--json");
            assertThat(typist.run("parity", "--json").out())
                    .contains("\"missing\":[]", "\"missingEvaluations\":0", "\"extraEvaluations\":0");
            typist.await("\"open\":true", "gate", "--faults", faults.toString(), "--json");
            Ran without = typist.run("gate");
            assertThat(without.exit()).isEqualTo(6);
            assertThat(without.out())
                    .contains("parity of bars: passed", "fencing: NOT PASSED", "not run", "the gate is closed");
            assertThat(typist.run("gate", "--faults", "nowhere").exit()).isEqualTo(2);

            typist.await("BUY", "backtest", "market-maker", "--series", "INFY:1s", "--json");
            assertThat(typist.run("backtest", "market-maker", "--series", "NONE:1s")
                            .exit())
                    .isEqualTo(3);
            Ran unknown = typist.run("backtest", "marketmaker", "--series", "INFY:1s");
            assertThat(unknown.exit()).isEqualTo(2);
            assertThat(unknown.err()).contains("kind: marketmaker (expected: one of");
        }
    }

    @Test
    void theProbeEvaluatesEachStrategyOnce() {
        Ran ran = Cli.run("lab", "probe", "--strategies", "2000", "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("\"evaluations\":2000", "\"batches\":128", "\"pass\":true");
        assertThat(Cli.run("lab", "probe", "--shards", "0").exit()).isEqualTo(2);
    }
}
