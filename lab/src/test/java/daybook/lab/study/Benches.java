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
import java.util.function.Function;

/** What experiments are made on in tests: an embedded log and SQLite files in a directory. */
final class Benches {
    private Benches() {}

    static List<ModeResult> run(CrashPlan plan, Path directory, CrashTrace trace) {
        return on(directory, bench -> new CrashStudy(plan, bench, trace).run(day -> {}));
    }

    static List<OutboxResult> run(OutboxPlan plan, Path directory) {
        return on(directory, bench -> new OutboxStudy(plan, bench).run(done -> {}));
    }

    static List<WatermarkResult> run(WatermarkPlan plan, Path directory) {
        return on(directory, bench -> new WatermarkStudy(plan, bench).run());
    }

    static List<PhantomResult> run(PhantomPlan plan, Path directory) {
        return on(directory, bench -> new PhantomStudy(plan, bench).run());
    }

    static List<PoisonResult> run(PoisonPlan plan, Path directory) {
        return on(directory, bench -> new PoisonStudy("test", plan, bench).run());
    }

    static List<BackpressureResult> run(BackpressurePlan plan, Path directory) {
        return on(directory, bench -> new BackpressureStudy(plan, bench).run());
    }

    static RebalanceResult run(RebalancePlan plan, Path directory) {
        return on(directory, bench -> new RebalanceStudy(plan, bench).run(phase -> {}));
    }

    static DeadlineResult run(DeadlinePlan plan, Path directory) {
        return on(directory, bench -> new DeadlineStudy(plan, List.of(), bench).run());
    }

    static <T> T on(Path directory, Function<Workbench, T> study) {
        ShiftedNanos time = new ShiftedNanos(System::nanoTime);
        try (EmbeddedLog log = log(directory, time)) {
            return study.apply(bench(log, directory, time));
        }
    }

    private static EmbeddedLog log(Path directory, ShiftedNanos time) {
        return EmbeddedLog.open(
                new FileDisk(),
                directory.resolve("log"),
                EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), time, UUID::randomUUID)));
    }

    private static Workbench bench(EmbeddedLog log, Path directory, ShiftedNanos time) {
        return new Workbench(
                log,
                "lab.",
                name -> new SqliteDatabase(directory.resolve(name + ".db"), Duration.ofSeconds(5)),
                directory,
                new Workbench.Time(InstantSource.system(), time, time));
    }
}
