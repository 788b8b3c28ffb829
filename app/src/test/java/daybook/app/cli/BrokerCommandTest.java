package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker's life as a user sees it. */
class BrokerCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void isStartedUsedStoppedAndStartedAgainOnTheSameData() {
        TestBroker.shared(); // skips where there can be none
        try {
            Ran none = run("status", "--json");
            Ran started = run("start", "--port", "0", "--json");
            Ran again = run("start", "--json");
            Ran status = run("status", "--json");
            Map<String, String> environment = Map.of("KAFKA_BROKERS", text(started, "brokers"));

            assertThat(none.exit()).isEqualTo(3);
            assertThat(started.exit()).as(started.err()).isZero();
            assertThat(started.out()).contains("\"alreadyRunning\":false");
            assertThat(again.out()).contains("\"alreadyRunning\":true").contains(text(started, "brokers"));
            assertThat(status.exit()).isZero();
            assertThat(status.out()).contains("\"state\":\"running\"");
            assertThat(Cli.runWith(environment, "", "topics", "init").exit()).isZero();

            Ran stopped = run("stop", "--json");
            Ran stoppedAgain = run("stop", "--json");
            assertThat(stopped.out()).contains("\"stopped\":true");
            assertThat(stoppedAgain.exit()).isZero();
            assertThat(stoppedAgain.out()).contains("\"stopped\":false");
            assertThat(run("status").exit()).isEqualTo(3);

            Ran more = run("start", "--port", "0");
            assertThat(more.out()).startsWith("KAFKA_BROKERS=127.0.0.1:").hasLineCount(1);
            Map<String, String> kept =
                    Map.of("KAFKA_BROKERS", more.out().strip().substring("KAFKA_BROKERS=".length()));
            assertThat(Cli.runWith(kept, "", "topics", "verify").exit()).isZero();
        } finally {
            run("stop");
        }
    }

    /** Half a minute: in the long programme. */
    @Test
    void threeNodesKeepThreeCopiesOfWhichTwoAreInSync() {
        assumeTrue(Boolean.getBoolean("daybook.long"), "only with -Ddaybook.long=true");
        TestBroker.shared();
        try {
            Ran started = run("start", "--port", "0", "--nodes", "3", "--json");
            Map<String, String> environment =
                    Map.of("KAFKA_BROKERS", text(started, "brokers"), "KAFKA_REPLICATION_FACTOR", "3");

            assertThat(started.exit()).as(started.err()).isZero();
            assertThat(Cli.runWith(environment, "", "doctor", "listeners", "--output", "ndjson")
                            .out())
                    .hasLineCount(6);
            assertThat(Cli.runWith(environment, "", "topics", "init").exit()).isZero();
            assertThat(Cli.runWith(environment, "", "topics", "verify").exit()).isZero();
            assertThat(run("stop", "--json").out()).contains("\"stopped\":true");
        } finally {
            run("stop");
        }
    }

    /** It stops only what it started: a process with the remembered pid that started at another time is somebody else's. */
    @Test
    void aProcessThatOnlyHasTheSameNumberIsLeftAlone() throws IOException {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Path state = Files.createDirectories(data.resolve("broker")).resolve("broker.json");
            Files.writeString(
                    state, "{\"processes\":[{\"pid\":" + other.pid() + ",\"startedMs\":1000}],\"environment\":{}}");

            Ran status = run("status");
            Ran stopped = run("stop", "--json");

            assertThat(status.exit()).isEqualTo(3);
            assertThat(stopped.out()).contains("\"stopped\":false");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private Ran run(String command, String... more) {
        List<String> args = new java.util.ArrayList<>(List.of("broker", command, "--data", data.toString()));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    private static String text(Ran ran, String field) {
        return String.valueOf(Json.object(Json.read(ran.out().getBytes(StandardCharsets.UTF_8)))
                .get(field));
    }
}
