package daybook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What we want to reach, as ratios of medians; the report says for each whether it was met in its run, or by how much not. */
final class Targets {
    /**
     * What to reach.
     *
     * @param contest its id; with a dash at its end, how the ids of several begin
     * @param peer how the peer's name begins
     */
    private record Target(String contest, String peer, double ratio) {
        boolean isOf(String id) {
            return contest.endsWith("-") ? id.startsWith(contest) : id.equals(contest);
        }
    }

    private static final List<Target> ALL = List.of(
            new Target("durable-flow-16", "exchange-core 0.5.3, its journal", 1.0),
            new Target("durable-flow-16", "exchange-core 0.5.3, no journal, yielding", 0.5),
            new Target("durable-flow-1", "exchange-core 0.5.3, its journal", 1.0),
            new Target("durable-flow-1", "exchange-core 0.5.3, no journal, yielding", 0.5),
            new Target("engine-", "parity-match", 1.3),
            new Target("journal-100", "raw", 0.7),
            new Target("log-100", "raw", 0.7),
            new Target("log-1000", "raw", 0.4),
            new Target("json-encode", "jackson", 2.0),
            new Target("json-decode", "jackson", 1.4),
            new Target("ledger-", "bare JDBC", 0.7));

    private Targets() {}

    /** A line per target of this contest. */
    static List<String> verdicts(Contest.Result result) {
        List<String> lines = new ArrayList<>();
        for (Target target : ALL) {
            for (int i = 1; i < result.series().size(); i++) {
                if (target.isOf(result.contest().id())
                        && result.series().get(i).name.startsWith(target.peer)) {
                    lines.add(verdict(target, result.series().get(i).name, Statistics.median(result.ratios(i))));
                }
            }
        }
        return lines;
    }

    private static String verdict(Target target, String peer, double median) {
        String met = median >= target.ratio
                ? "met"
                : String.format(Locale.ROOT, "missed by %.1f %%", (1 - median / target.ratio) * 100);
        return String.format(Locale.ROOT, "Target %.1fx %s: %.2f, %s.", target.ratio, peer, median, met);
    }
}
