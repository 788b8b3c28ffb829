package daybook.app.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {
    @TempDir
    private Path dir;

    @Test
    void theCrashStudySaysWhatEachModeCostsAndTheTraceSaysTheSame() throws IOException {
        Path trace = dir.resolve("trace.ndjson");

        Ran ran = Cli.run(
                "lab",
                "crashes",
                "--seed",
                "4",
                "--days",
                "3",
                "--fills",
                "400",
                "--batch",
                "20",
                "--crashes",
                "4",
                "--trace",
                trace.toString(),
                "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        Map<String, Object> found = Json.object(Json.readOwn(ran.lastLine().getBytes(StandardCharsets.UTF_8)));
        assertThat(found).containsEntry("pass", true);
        assertThat(ran.out()).containsPattern("\"lostPerCrash\":[0-9.]+,");
        Map<String, String> recounted = recount(trace);
        for (Object row : Json.array(requireNonNull(found.get("modes")))) {
            Map<String, Object> mode = Json.object(row);
            assertThat(recounted.get(String.valueOf(mode.get("mode"))))
                    .as(String.valueOf(mode.get("mode")))
                    .isEqualTo(number(mode, "crashes") + " " + number(mode, "lost") + " " + number(mode, "duplicated")
                            + " " + number(mode, "positionError") + " " + number(mode, "worstErrorMedian"));
        }
        assertThat(ran.err()).contains("day 3 of 3");
    }

    @Test
    void theOutboxStudyShowsEachNaiveDesignFailing() {
        Ran ran = Cli.run("lab", "outbox", "--trades", "100", "--crash-rate", "0.1");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("write-then-publish", "publish-then-write", "outbox-without-key")
                .endsWith("in band\n");
    }

    @Test
    void theWatermarkIsSeenToLoseTrades() {
        Ran ran = Cli.run("lab", "watermark", "--trades", "200", "--failure-rate", "0.3");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("none", "watermark", "identity").endsWith("in band\n");
    }

    @Test
    void thePowerCutMakesPhantomTradesOnlyAboveTheDurableLine() {
        Ran ran = Cli.run("lab", "phantom", "--events", "60", "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("\"publishes\":\"what-is-written\",\"publishedAtTheCut\":66")
                .contains("\"publishes\":\"what-is-durable\",\"publishedAtTheCut\":60")
                .contains("\"pass\":true");
    }

    @Test
    void anOutageOfTheLogRefusesOrdersOnlyWhereThePublisherIsAStage() {
        Ran ran = Cli.run("lab", "backpressure", "--orders", "10", "--outage", "300ms", "--ring", "2048");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("stage-of-the-ring", "tail-of-the-journal")
                .endsWith("in band\n");
    }

    @Test
    void partitionsAreSharedOutAndAStaleOwnerIsRefused() {
        Ran ran = Cli.run("lab", "rebalance", "--fills", "1500", "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("\"sizes\":[3,3,2]", "\"sizes\":[4,4]", "\"sizes\":[2,2,2,2]")
                .contains("\"refusedByTheDatabase\":1,\"refusedByTheLog\":1");
    }

    @Test
    void aBadRecordIsPutAsideWithItsOrigin() {
        Ran ran = Cli.run("lab", "poison", "--records", "200", "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("\"records\":3,\"bad\":[1],\"handling\":\"dead-letter\",\"attempts\":3");
    }

    @Test
    void whoDoesNotAnswerIsWaitedForNoLongerThanTheDeadline() {
        Ran ran = Cli.run("lab", "deadline", "--deadline", "1s", "--outage", "5m");

        assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
        assertThat(ran.out()).contains("nobody listens", "somebody is silent", "connect to a database", "publisher");
    }

    @Test
    void aPlaceThatAnExperimentHasNoUseForIsRefused() {
        assertThat(Cli.run("lab", "deadline", "--log", "kafka").err())
                .contains("--log: lab deadline uses no log of yours (expected: no --log)");
        Ran ran = Cli.run("lab", "backpressure", "--db", "jdbc:sqlite:here");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("--db: lab backpressure keeps nothing in a database");
    }

    @Test
    void aParameterThatMakesNoSenseIsNamed() {
        Ran ran = Cli.run("lab", "crashes", "--days", "0");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("--days: 0 (expected: 1..10000)");
        assertThat(Cli.run("lab", "outbox", "--crash-rate", "2").err()).contains("--crash-rate: 2.0 (expected: 0..1)");
    }

    /** By a program of its own, in a process of its own: what it prints, by mode. */
    private static Map<String, String> recount(Path trace) throws IOException {
        Path source = Path.of(System.getProperty("daybook.root", ".."))
                .resolve("app/src/test/java/daybook/app/lab/Recount.java");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        source.toString(),
                        trace.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> counts = new HashMap<>();
        printed.lines().forEach(line -> {
            String[] words = line.split(" ", 2);
            counts.put(words[0], words[words.length - 1]);
        });
        return counts;
    }

    private static long number(Map<String, Object> of, String field) {
        return Long.parseLong(((Json.Numeral) requireNonNull(of.get(field))).text());
    }
}
