package daybook.lab.study;

import daybook.delivery.sqlite.SqliteDatabase;
import daybook.journal.FileDisk;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** What experiments are made on in tests: an embedded log and SQLite files in a directory. */
final class Benches {
    private Benches() {}

    static List<ModeResult> run(CrashPlan plan, Path directory, CrashTrace trace) {
        try (EmbeddedLog log = log(directory)) {
            return new CrashStudy(plan, bench(log, directory), trace).run(day -> {});
        }
    }

    static List<OutboxResult> run(OutboxPlan plan, Path directory) {
        try (EmbeddedLog log = log(directory)) {
            return new OutboxStudy(plan, bench(log, directory)).run(done -> {});
        }
    }

    static List<WatermarkResult> run(WatermarkPlan plan, Path directory) {
        try (EmbeddedLog log = log(directory)) {
            return new WatermarkStudy(plan, bench(log, directory)).run();
        }
    }

    private static EmbeddedLog log(Path directory) {
        return EmbeddedLog.open(
                new FileDisk(),
                directory.resolve("log"),
                EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID)));
    }

    private static Workbench bench(EmbeddedLog log, Path directory) {
        return new Workbench(
                log,
                "lab.",
                name -> new SqliteDatabase(directory.resolve(name + ".db"), Duration.ofSeconds(5)),
                InstantSource.system(),
                System::nanoTime);
    }
}
