package daybook.spring;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import daybook.delivery.Engine;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The documented example: an order, its event and its job are one transaction, and each has its effect once. */
class OrderExampleTest {
    private static final int KILLED = 9;

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatCommitsIsThereOnceAndWhatRollsBackNever(Engine engine) {
        try (ExampleRun run = new ExampleRun(ExampleRun.in(dir, engine))) {
            String id = run.orders.place("INFY", 10);
            assertThatThrownBy(() -> run.orders.place("INFY", 101)).isInstanceOf(IllegalArgumentException.class);

            run.settle();

            assertThat(run.rows("orders")).isEqualTo(1);
            assertThat(run.events()).isEqualTo(1);
            assertThat(run.jdbc.queryForList("SELECT order_id FROM confirmation", String.class))
                    .containsExactly(id);
            await().atMost(Duration.ofSeconds(10)).until(() -> run.rows("job_history WHERE outcome = 'DONE'") == 1);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("daybook-outbox-relay", "daybook-worker", "daybook-broadcasts");
    }

    /** Killed after the job's effect is committed and before the job is acknowledged: it comes again and changes nothing. */
    @Test
    void whoIsKilledBetweenTheEffectAndItsAcknowledgementConfirmsOnce() throws Exception {
        Map<String, String> properties = ExampleRun.in(dir, Engine.SQLITE);
        assertThat(runUntilKilled(properties)).isEqualTo(KILLED);

        try (ExampleRun run = new ExampleRun(properties)) {
            assertThat(run.rows("confirmation")).isEqualTo(1);
            assertThat(run.rows("job")).as("not acknowledged").isEqualTo(1);

            // The leases of the dead process are over.
            run.jdbc.update("UPDATE job SET wake_at_ms = 0");
            run.jdbc.update("UPDATE lease SET expires_at_ms = 0");
            run.settle();

            assertThat(run.rows("confirmation")).isEqualTo(1);
            await().atMost(Duration.ofSeconds(10)).until(() -> run.rows("job_history WHERE outcome = 'DONE'") == 1);
            assertThat(run.rows("orders")).isEqualTo(1);
            assertThat(run.events()).isEqualTo(1);
        }
    }

    /** The application is gone before anything was sent or done: the next one does both. */
    @Test
    void whatWasOnlyWrittenIsSentAndDoneByTheNextStart() {
        Map<String, String> idle = ExampleRun.in(dir, Engine.SQLITE);
        idle.put("daybook.outbox.relay", "false");
        idle.put("daybook.jobs.worker", "false");
        try (ExampleRun run = new ExampleRun(idle)) {
            run.orders.place("INFY", 1);
            assertThat(run.events()).isZero();
            assertThat(run.context.getBeansOfType(PumpLifecycle.class)).containsOnlyKeys("daybookMirror");
        }

        try (ExampleRun run = new ExampleRun(ExampleRun.in(dir, Engine.SQLITE))) {
            run.settle();

            assertThat(run.events()).isEqualTo(1);
            assertThat(run.rows("confirmation")).isEqualTo(1);
        }
    }

    /** What the end of the context finds unsent is sent before it is over. */
    @Test
    void theEndOfTheContextDrainsTheOutbox() {
        Map<String, String> properties = ExampleRun.in(dir, Engine.SQLITE);
        try (ExampleRun run = new ExampleRun(properties)) {
            for (int order = 0; order < 20; order++) {
                run.orders.place("INFY", 1);
            }
        }

        properties.put("daybook.outbox.relay", "false");
        properties.put("daybook.jobs.worker", "false");
        try (ExampleRun run = new ExampleRun(properties)) {
            assertThat(run.events()).isEqualTo(20);
            assertThat(run.rows("outbox WHERE sent_at_ms IS NULL")).isZero();
            assertThat(run.rows("confirmation") + run.rows("job")).isEqualTo(20);
        }
    }

    private int runUntilKilled(Map<String, String> properties) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, KilledApplication.class.getName()));
        properties.forEach((key, value) -> command.add("--" + key + "=" + value));
        File output = dir.resolve("output").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(output))
                .start();
        if (!process.waitFor(90, SECONDS)) {
            process.destroyForcibly();
        }
        int code = process.waitFor();
        assertThat(code).as(Files.readString(output.toPath())).isEqualTo(KILLED);
        return code;
    }
}
