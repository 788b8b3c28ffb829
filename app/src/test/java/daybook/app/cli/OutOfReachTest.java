package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker of the command line that is to end, where its broker does not answer. What its database does is a row of the runbook. */
@EnabledIfSystemProperty(
        named = "daybook.long",
        matches = "true",
        disabledReason = "waits for a broker for ten seconds")
class OutOfReachTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @ParameterizedTest
    @CsvSource({"log,--once", "share,--until-empty"})
    void aBrokerThatIsDownEndsIt(String driver, String until) throws IOException {
        Files.createDirectories(data.resolve("db"));

        Ran ran = work(Map.of("KAFKA_BROKERS", "127.0.0.1:9", "QUEUE_DRIVER", driver), until);

        assertThat(ran.exit()).as(ran.err()).isEqualTo(5);
        assertThat(ran.err()).startsWith("daybook: log: jobs.default: ").hasLineCount(1);
        assertThat(ran.out()).isEmpty();
    }

    private Ran work(Map<String, String> environment, String... more) {
        List<String> args = new ArrayList<>(List.of("queue", "work", "--data", data.toString(), "--timeout", "1s"));
        args.addAll(List.of(more));
        return Cli.runWith(environment, "", args.toArray(new String[0]));
    }
}
