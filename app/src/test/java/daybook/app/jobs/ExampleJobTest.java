package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Writer;
import daybook.delivery.jobs.EffectGuard;
import daybook.delivery.jobs.JobDatabase;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.JobHistoryReader;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobRun;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Worker;
import daybook.delivery.jobs.WorkerPorts;
import daybook.delivery.jobs.WorkerSettings;
import daybook.delivery.jobs.database.DatabaseQueue;
import daybook.delivery.sqlite.SqliteDatabase;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class of {@code docs/examples/jobs.md}, compiled as it stands there and done by a worker: done, and failed, as the page says. */
class ExampleJobTest {
    private static final Path PAGE = Path.of(System.getProperty("daybook.root", ".."), "docs", "examples", "jobs.md");
    private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void theClassOfThePageCompilesRunsAndFailsAsThePageSays() throws Exception {
        try (URLClassLoader loader = compiled();
                Database database = new SqliteDatabase(dir.resolve("jobs.db"), Duration.ofSeconds(5))) {
            JobHandler job = (JobHandler) loader.loadClass("daybook.app.jobs.CountJob")
                    .getConstructor()
                    .newInstance();
            JobDatabase.migrate(database);
            String good;
            String bad;
            try (JobQueue queue = open(database, "default")) {
                good = queue.push(NewJob.of("my.count", "{\"to\":\"3\"}")).orElseThrow();
                bad = queue.push(NewJob.of("my.count", "{\"to\":\"many\"}")).orElseThrow();
            }

            work(database, job);

            JobHistoryReader history = new JobHistoryReader(database);
            assertThat(history.of(good, 10)).singleElement().satisfies(run -> {
                assertThat(run.outcome()).isEqualTo(JobRun.Outcome.DONE);
                assertThat(run.progress().what()).isEqualTo("counted to 3");
            });
            assertThat(history.of(bad, 10))
                    .extracting(JobRun::outcome)
                    .containsExactly(JobRun.Outcome.FAILED, JobRun.Outcome.AGAIN);
            assertThat(history.of(bad, 1).get(0).reason()).startsWith("NumberFormatException");
        }
    }

    private static void work(Database database, JobHandler job) throws InterruptedException {
        try (JobHistory history = new JobHistory(new Writer(database));
                Worker worker = new Worker(
                        List.of(job),
                        WorkerSettings.of(List.of("default"), 1),
                        new WorkerPorts(
                                queue -> open(database, queue),
                                (name, body) -> {
                                    Thread thread = new Thread(body, name);
                                    thread.start();
                                    return thread::interrupt;
                                },
                                InstantSource.system(),
                                System::nanoTime,
                                () -> {},
                                history,
                                new EffectGuard(),
                                "test"))) {
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (worker.status().failures() < 2 && System.nanoTime() - end < 0) {
                worker.pump();
                Thread.onSpinWait();
            }
            worker.pump();
        }
    }

    private static JobQueue open(Database database, String queue) {
        return new DatabaseQueue(
                database,
                new DatabaseQueue.Settings(queue, Duration.ofSeconds(90), "test"),
                () -> UUID.randomUUID().toString(),
                System::nanoTime);
    }

    private URLClassLoader compiled() throws IOException {
        Matcher code = CODE.matcher(Files.readString(PAGE));
        assertThat(code.find()).isTrue();
        Path source = dir.resolve("CountJob.java");
        Files.writeString(source, code.group(1));
        String classPath = Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", dir.toString(), "-cp", classPath, source.toString());
        assertThat(exit).as("javac " + PAGE).isZero();
        return new URLClassLoader(new URL[] {dir.toUri().toURL()}, JobHandler.class.getClassLoader());
    }
}
