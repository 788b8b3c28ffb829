package daybook.bench;

import daybook.bench.ours.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The program from outside: how fast it starts, and what one order at a time takes through HTTP on the loopback. */
final class ProgramStudy implements Study {
    private static final int WARM_UP = 5_000;
    private static final int ORDERS = 3_000;
    /** Between two orders: a token may make 1,000 requests per second. */
    private static final long PAUSE_NS = 1_000_000;

    @Override
    public String id() {
        return "program";
    }

    @Override
    public void run(Scale scale, Report report) throws Exception {
        List<Double> version = new ArrayList<>();
        List<Double> firstOrder = new ArrayList<>();
        for (int round = -1; round < scale.rounds(); round++) {
            double seconds = Program.seconds("--version");
            long start = System.nanoTime();
            try (Program program = Program.up()) {
                program.awaitFirstOrder();
                double first = (System.nanoTime() - start) / 1e9;
                System.err.printf("program round %d: version %.2f s, first order %.2f s%n", round, seconds, first);
                if (round >= 0) {
                    version.add(seconds);
                    firstOrder.add(first);
                }
            }
        }
        report.line("## The program from outside");
        report.line("");
        report.line("| what | median s | min | max | target |");
        report.line("|---|---:|---:|---:|---:|");
        row(report, "`./daybook --version`", version, 0.5);
        row(report, "`./daybook up` in an empty directory, to the first accepted order", firstOrder, 3);
        report.line("");
        oneAtATime(report);
    }

    private static void row(Report report, String what, List<Double> seconds, double most) {
        double median = Statistics.median(seconds);
        report.line(
                "| %s | %.2f | %.2f | %.2f | %.1f: %s |",
                what,
                median,
                seconds.stream().mapToDouble(d -> d).min().orElse(0),
                seconds.stream().mapToDouble(d -> d).max().orElse(0),
                most,
                median <= most ? "met" : "missed");
    }

    private static void oneAtATime(Report report) throws Exception {
        double before = ForceProbe.medianMicros();
        long[] nanos = new long[ORDERS];
        try (Program program = Program.up()) {
            program.awaitFirstOrder();
            program.liftLimits();
            for (int i = -WARM_UP; i < ORDERS; i++) {
                long start = System.nanoTime();
                int status = program.order();
                if (status != 200) {
                    throw new IllegalStateException("order: HTTP " + status);
                }
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        double after = ForceProbe.medianMicros();
        Arrays.sort(nanos);
        double p50 = nanos[ORDERS / 2] / 1e3;
        double probe = (before + after) / 2;
        boolean isVoid = Math.max(before, after) > 2 * Math.min(before, after);
        report.line(
                "One order at a time, HTTP on the loopback, from one client: p50 %.0f us, p99 %.0f us;"
                        + " bare force %.0f us before, %.0f us after.",
                p50, nanos[ORDERS * 99 / 100] / 1e3, before, after);
        report.line("");
        report.line(
                "%s",
                Targets.atMost("p50 at most 4x the bare force", p50 / probe, 4, isVoid)
                        .line());
        report.line("");
    }
}
