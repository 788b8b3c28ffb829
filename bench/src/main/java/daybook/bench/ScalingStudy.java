package daybook.bench;

import daybook.bench.ours.DurablePath;
import daybook.bench.ours.EngineAlone;
import daybook.bench.ours.JournalAppend;
import daybook.bench.peers.RawFile;
import daybook.bench.workload.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How throughput changes with one thing: a page with a table and a figure for each, linked from the report. */
final class ScalingStudy implements Study {
    private static final int MOST_COMMANDS = 500_000;
    private static final int MOST_ROUNDS = 3;
    private static final int FORCES = 400;

    /** Two contestants at each place of an axis. */
    private record Axis(String id, String title, String axis, String unit, int[] places, Pair at) {}

    private interface Pair {
        List<Contestant> at(int place) throws Exception;
    }

    @Override
    public String id() {
        return "scaling";
    }

    @Override
    public void run(Scale scale, Report report) throws Exception {
        report.line("## How it scales");
        report.line("");
        double before = ForceProbe.medianMicros();
        for (Axis axis : axes(Math.min(MOST_COMMANDS, scale.commands()))) {
            Curves curves = measure(axis, Math.min(MOST_ROUNDS, scale.rounds()));
            report.attach("performance/" + axis.id + ".svg", Chart.of(curves));
            report.attach("performance/" + axis.id + ".md", page(axis.id, curves));
            report.line("- [%s](performance/%s.md)", axis.title, axis.id);
            System.err.print(table(curves));
        }
        report.line("");
        double after = ForceProbe.medianMicros();
        boolean isVoid = Math.max(before, after) > 2 * Math.min(before, after);
        report.line(
                "Bare 4 KiB write and force: %.0f us before, %.0f us after%s.",
                before, after, isVoid ? " - it moved by more than two times: **void**" : "");
        report.line("");
    }

    private static List<Axis> axes(int commands) {
        return List.of(
                new Axis(
                        "symbols",
                        "Commands per second against symbols",
                        "symbols",
                        "commands/s",
                        new int[] {1, 16, 256},
                        n -> {
                            var workload = WorkloadGenerator.flow(n, commands);
                            return List.of(new EngineAlone(workload), new DurablePath(workload));
                        }),
                new Axis(
                        "resting",
                        "Commands per second against resting orders, one symbol",
                        "resting orders",
                        "commands/s",
                        new int[] {1_000, 10_000, 100_000, 1_000_000},
                        n -> {
                            var workload = WorkloadGenerator.flow(1, commands, n);
                            return List.of(new EngineAlone(workload), new DurablePath(workload));
                        }),
                new Axis(
                        "batch",
                        "Durable 128-byte journal entries per second against the entries of one force",
                        "entries per force",
                        "entries/s",
                        new int[] {1, 10, 100, 1_000, 10_000},
                        n -> List.of(new JournalAppend(n * FORCES, 128, n), new RawFile(n * FORCES, 128, n))),
                new Axis(
                        "payload",
                        "Durable journal entries per second against their size, a force every 100",
                        "bytes",
                        "entries/s",
                        new int[] {32, 128, 512, 2_048, 8_192},
                        n -> List.of(new JournalAppend(100 * FORCES, n, 100), new RawFile(100 * FORCES, n, 100))));
    }

    /** The medians; a first round warms up. */
    private static Curves measure(Axis axis, int rounds) throws Exception {
        List<String> places = new ArrayList<>();
        List<Curves.Line> lines = new ArrayList<>();
        for (int place : axis.places) {
            places.add(String.format(Locale.ROOT, "%,d", place));
            List<Contestant> contestants = axis.at.at(place);
            List<List<Double>> figures = List.of(new ArrayList<>(), new ArrayList<>());
            for (int round = -1; round < rounds; round++) {
                for (int i = 0; i < contestants.size(); i++) {
                    System.gc();
                    double figure = contestants.get(i).run();
                    if (round >= 0) {
                        figures.get(i).add(figure);
                    }
                }
            }
            for (int i = 0; i < contestants.size(); i++) {
                if (lines.size() <= i) {
                    lines.add(new Curves.Line(contestants.get(i).name(), new ArrayList<>()));
                }
                lines.get(i).figures().add(Statistics.median(figures.get(i)));
            }
        }
        return new Curves(axis.title, axis.unit, axis.axis, places, lines);
    }

    private static String page(String id, Curves curves) {
        return "# " + curves.title()
                + "\n\nWritten by `./daybook bench --report`; do not edit. Machine, commit and method:"
                + " [performance.md](../performance.md).\n\n![" + curves.title() + "](" + id + ".svg)\n\n"
                + table(curves);
    }

    private static String table(Curves curves) {
        StringBuilder table = new StringBuilder("| " + curves.axis() + " |");
        curves.lines().forEach(line -> table.append(' ').append(line.name()).append(" |"));
        table.append("\n|---:|").append("---:|".repeat(curves.lines().size())).append('\n');
        for (int i = 0; i < curves.places().size(); i++) {
            table.append("| ").append(curves.places().get(i)).append(" |");
            for (Curves.Line line : curves.lines()) {
                table.append(
                        String.format(Locale.ROOT, " %,.0f |", line.figures().get(i)));
            }
            table.append('\n');
        }
        return table.toString();
    }
}
