package daybook.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Ours and the others, run alternately in one process, since a shared machine drifts by a factor of two within minutes: only
 * ratios within a round mean something.
 *
 * @param unit what a figure is, for example "commands/s"
 * @param higherIsBetter whether a larger figure wins; ratios are always ours / theirs or its inverse, so that above 1 we win
 * @param ours first in each round
 */
record Contest(String id, String title, String unit, boolean higherIsBetter, Contestant ours, List<Contestant> others) {

    /** Contests whose figures do not depend on the speed of the disk. */
    private static final List<String> IN_MEMORY = List.of("engine", "json", "log-read", "recovery", "check", "sockets");

    /** Warm-up rounds are run and thrown away. */
    Result run(int warmUps, int rounds) throws Exception {
        List<Series> series = new ArrayList<>();
        series.add(new Series(ours.name()));
        others.forEach(other -> series.add(new Series(other.name())));
        double probeBefore = ForceProbe.medianMicros();
        for (int round = -warmUps; round < rounds; round++) {
            for (int i = 0; i < series.size(); i++) {
                Contestant contestant = i == 0 ? ours : others.get(i - 1);
                System.gc();
                double figure = contestant.run();
                System.err.printf("%s round %d: %s %,.0f %s%n", id, round, contestant.name(), figure, unit);
                if (round >= 0) {
                    series.get(i).figures.add(figure);
                }
            }
        }
        double probeAfter = ForceProbe.medianMicros();
        Result result = new Result(this, series, probeBefore, probeAfter, List.of());
        boolean missed = Targets.verdicts(result).stream().anyMatch(Targets.Verdict::missed);
        return missed ? new Result(this, series, probeBefore, probeAfter, Profile.of(ours)) : result;
    }

    /** The figures of one contestant, a round each. */
    static final class Series {
        final String name;
        final List<Double> figures = new ArrayList<>();

        Series(String name) {
            this.name = name;
        }

        double median() {
            return Statistics.median(figures);
        }

        double min() {
            return figures.stream().mapToDouble(d -> d).min().orElseThrow();
        }

        double max() {
            return figures.stream().mapToDouble(d -> d).max().orElseThrow();
        }
    }

    /**
     * What came out.
     *
     * @param probeBefore median microseconds of a bare 4 KiB write and force before the rounds, and
     * @param probeAfter after them
     * @param profile where the time goes, if a target was missed
     */
    record Result(Contest contest, List<Series> series, double probeBefore, double probeAfter, List<String> profile) {

        /** Whether the disk's own speed moved by more than two times, in a contest that depends on it. */
        boolean isVoid() {
            return IN_MEMORY.stream().noneMatch(contest.id::startsWith)
                    && Math.max(probeBefore, probeAfter) > 2 * Math.min(probeBefore, probeAfter);
        }

        /** The ratio to another contestant in each round; above 1 means that ours is better. */
        List<Double> ratios(int other) {
            List<Double> ours = series.get(0).figures;
            List<Double> theirs = series.get(other).figures;
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ours.size(); i++) {
                ratios.add(contest.higherIsBetter ? ours.get(i) / theirs.get(i) : theirs.get(i) / ours.get(i));
            }
            return ratios;
        }
    }
}
