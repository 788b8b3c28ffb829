package daybook.bench;

import daybook.bench.ours.PacedPath;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Order to durable reply at a fixed rate, beside the bare force of the same run and exchange-core with its journal. */
final class LatencyStudy implements Study {
    private static final int PER_SECOND = 50_000;
    private static final int MOST = 150_000;
    private static final double[] PERCENTILES = {50, 99, 99.9};

    @Override
    public String id() {
        return "latency";
    }

    @Override
    public void run(Scale scale, Report report) throws Exception {
        int count = Math.min(MOST, scale.commands());
        Workload workload = WorkloadGenerator.flow(16, count);
        List<Paced> paths = List.of(new PacedPath(workload), PeerLoader.pacedExchangeCore(workload));
        List<List<double[]>> figures = List.of(new ArrayList<>(), new ArrayList<>());
        List<Double> probes = new ArrayList<>();
        for (int round = -2; round < scale.rounds(); round++) {
            probes.add(ForceProbe.medianMicros());
            for (int i = 0; i < paths.size(); i++) {
                Latencies latencies = new Latencies(PER_SECOND, count);
                paths.get(i).run(latencies);
                double[] micros = new double[PERCENTILES.length];
                for (int p = 0; p < micros.length; p++) {
                    micros[p] = latencies.micros(PERCENTILES[p]);
                }
                System.err.printf(
                        "latency round %d: %s p50 %.0f us%n",
                        round, paths.get(i).name(), micros[0]);
                if (round >= 0) {
                    figures.get(i).add(micros);
                }
            }
        }
        write(report, paths, figures, probes);
    }

    private static void write(Report report, List<Paced> paths, List<List<double[]>> figures, List<Double> probes) {
        report.line("## Order to durable reply at %,d commands/s, flow-16", PER_SECOND);
        report.line("");
        report.line(
                "Microseconds from the planned time of each command; medians of %d rounds.",
                figures.get(0).size());
        report.line("");
        report.line("| who | p50 | p99 | p99.9 |");
        report.line("|---|---:|---:|---:|");
        double[][] medians = new double[paths.size()][];
        for (int i = 0; i < paths.size(); i++) {
            medians[i] = medians(figures.get(i));
            report.line(
                    "| %s | %,.0f | %,.0f | %,.0f |", paths.get(i).name(), medians[i][0], medians[i][1], medians[i][2]);
        }
        double probe = Statistics.median(probes);
        boolean isVoid = probes.stream().mapToDouble(d -> d).max().orElse(0)
                > 2 * probes.stream().mapToDouble(d -> d).min().orElse(0);
        report.line("| bare 4 KiB write and force, one at a time | %.0f | | |", probe);
        report.line("");
        String suffix = isVoid ? " - void: the bare force moved by more than two times between the rounds" : "";
        report.line("%s%s", verdict("p50 at most 2.5x the bare force", medians[0][0] / probe, 2.5), suffix);
        report.line("");
        report.line("%s%s", verdict("p99 at most 0.5x exchange-core's", medians[0][1] / medians[1][1], 0.5), suffix);
        report.line("");
    }

    private static String verdict(String target, double ratio, double most) {
        return String.format(Locale.ROOT, "Target %s: %.2f, %s.", target, ratio, ratio <= most ? "met" : "missed");
    }

    private static double[] medians(List<double[]> rounds) {
        double[] medians = new double[PERCENTILES.length];
        for (int p = 0; p < medians.length; p++) {
            int at = p;
            medians[p] = Statistics.median(rounds.stream().map(r -> r[at]).toList());
        }
        return medians;
    }
}
