package daybook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What we want to reach; the report says for each whether it was met in its run, or by how much not. */
final class Targets {
    /**
     * What to reach.
     *
     * @param contest its id; with a dash at its end, how the ids of several begin
     * @param peer how the peer's name begins; empty: the figure itself is the target
     * @param least ratio to the peer, or figure per second
     */
    private record Target(String contest, String peer, double least) {
        boolean isOf(String id) {
            return contest.endsWith("-") ? id.startsWith(contest) : id.equals(contest);
        }
    }

    /** Whether a target was met, and the line that says so. A void run meets and misses nothing. */
    record Verdict(boolean missed, String line) {}

    private static final List<Target> ALL = List.of(
            new Target("durable-flow-16", "exchange-core 0.5.3, its journal", 1.0),
            new Target("durable-flow-16", "exchange-core 0.5.3, no journal, yielding", 0.5),
            new Target("durable-flow-1", "exchange-core 0.5.3, its journal", 1.0),
            new Target("durable-flow-1", "exchange-core 0.5.3, no journal, yielding", 0.5),
            new Target("engine-", "parity-match", 1.3),
            new Target("journal-100", "raw", 0.7),
            new Target("log-100", "raw", 0.7),
            new Target("log-1000", "raw", 0.4),
            new Target("log-100", "Chronicle", 1.0),
            new Target("json-encode", "jackson", 2.0),
            new Target("json-decode", "jackson", 1.43),
            new Target("json-decode-any-order", "jackson", 1.43),
            new Target("publisher", "", 500_000),
            new Target("kafka-publisher", "raw KafkaProducer", 0.6),
            new Target("recovery-replay", "", 1_000_000),
            new Target("recovery-snapshot", "Daybook, full replay", 10),
            new Target("check", "", 300_000),
            new Target("sockets-cpu", "plain Jetty", 1 / 1.3),
            new Target("sockets-bad-clients", "Daybook, undisturbed", 0.5),
            new Target("ledger-", "bare JDBC", 0.7),
            new Target("postgres-ledger-500", "bare JDBC", 0.4),
            new Target("jobs-push", "db-scheduler", 1.0),
            new Target("jobs-work", "db-scheduler", 1.0),
            new Target("jobs-million", "Daybook", 0.9));

    private Targets() {}

    /** A verdict per target of this contest. */
    static List<Verdict> verdicts(Contest.Result result) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Target target : ALL) {
            if (!target.isOf(result.contest().id())) {
                continue;
            }
            if (target.peer.isEmpty()) {
                verdicts.add(figure(target, result));
            }
            for (int i = 1; i < result.series().size() && !target.peer.isEmpty(); i++) {
                if (result.series().get(i).name.startsWith(target.peer)) {
                    verdicts.add(ratio(target, result, i));
                }
            }
        }
        return verdicts;
    }

    private static Verdict figure(Target target, Contest.Result result) {
        double median = result.series().get(0).median();
        String text = String.format(
                Locale.ROOT,
                "Target at least %,.0f %s: %,.0f",
                target.least,
                result.contest().unit(),
                median);
        return verdict(text, median / target.least, result.isVoid());
    }

    private static Verdict ratio(Target target, Contest.Result result, int other) {
        double median = Statistics.median(result.ratios(other));
        String text = String.format(
                Locale.ROOT,
                "Target %.2fx %s: %.2f",
                target.least,
                result.series().get(other).name,
                median);
        return verdict(text, median / target.least, result.isVoid());
    }

    /**
     * The verdict on something of which less is better.
     *
     * @param isVoid whether the disk's own speed moved by more than two times meanwhile
     */
    static Verdict atMost(String what, double figure, double most, boolean isVoid) {
        return verdict(String.format(Locale.ROOT, "Target %s: %.2f", what, figure), most / figure, isVoid);
    }

    private static Verdict verdict(String text, double reached, boolean isVoid) {
        if (isVoid) {
            return new Verdict(false, text + ", void.");
        }
        return reached >= 1
                ? new Verdict(false, text + ", met.")
                : new Verdict(true, String.format(Locale.ROOT, "%s, missed by %.1f %%.", text, (1 - reached) * 100));
    }
}
