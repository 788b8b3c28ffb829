package daybook.bench;

import daybook.bench.ours.PacedPath;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
        boolean missed = write(report, paths, figures, probes);
        if (missed) {
            Profile.of(once(paths.get(0), count)).forEach(report::line);
        }
    }

    private static Contestant once(Paced path, int count) {
        return new Contestant() {
            @Override
            public String name() {
                return path.name();
            }

            @Override
            public double run() throws Exception {
                path.run(new Latencies(PER_SECOND, count));
                return 0;
            }
        };
    }

    /** Returns whether a target was missed. */
    private static boolean write(Report report, List<Paced> paths, List<List<double[]>> figures, List<Double> probes) {
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
            double[] m = medians(figures.get(i));
            medians[i] = m;
            report.line("| %s | %,.0f | %,.0f | %,.0f |", paths.get(i).name(), m[0], m[1], m[2]);
        }
        double probe = Statistics.median(probes);
        report.line("| bare 4 KiB write and force, one at a time | %.0f | | |", probe);
        report.line("");
        boolean isVoid = Collections.max(probes) > 2 * Collections.min(probes);
        List<Targets.Verdict> verdicts = List.of(
                Targets.atMost("p50 at most 2.5x the bare force", medians[0][0] / probe, 2.5, isVoid),
                Targets.atMost("p99 at most 0.5x exchange-core's", medians[0][1] / medians[1][1], 0.5, isVoid));
        for (Targets.Verdict verdict : verdicts) {
            report.line("%s", verdict.line());
            report.line("");
        }
        return verdicts.stream().anyMatch(Targets.Verdict::missed);
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
