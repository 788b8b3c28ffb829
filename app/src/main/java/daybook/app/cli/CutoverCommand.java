package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Catalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which path evaluates the strategies. */
@Command(
        name = "cutover",
        description = "Where strategies are evaluated: shards in the clock's process, or from the log.",
        subcommands = {CutoverCommand.Show.class, CutoverCommand.Set.class},
        footer = {"", "Examples:", "  daybook cutover show", "  daybook cutover set 25"})
final class CutoverCommand {
    private static final long LOOK_MS = 200;

    /** Shows. */
    @Command(
            name = "show",
            description = "Show which path evaluates each shard, who owns it, and how far behind it is.",
            footer = {"", "Examples:", "  daybook cutover show --json"})
    static final class Show implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            print(console, common, StrategyDoor.ask(common.existing(console), StrategyDoor::cutover));
            return ExitCode.OK.code();
        }
    }

    /** Moves. */
    @Command(
            name = "set",
            description = {
                "Move shards so that this percentage of them is evaluated from the log: of 128, 25 %% are the first 32.",
                "Waits until those that move are drained, for --timeout at most; exit 5 then says which are not."
            },
            footer = {
                "",
                "Examples:",
                "  daybook cutover set 25 --timeout 2m",
                "  daybook cutover set 0 --no-wait   # back"
            })
    static final class Set implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "PERCENT", description = "0 to 100.")
        private int percent;

        @Option(names = "--no-wait", description = "Begin the move and go.")
        private boolean noWait;

        Set(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() throws InterruptedException {
            if (percent < 0 || percent > 100) {
                throw new Failure(ExitCode.USAGE, "PERCENT: " + percent + " (expected: 0..100)");
            }
            Place place = common.existing(console);
            Duration patience = place.configuration().duration(Catalog.TIMEOUT_ALL);
            long end = System.nanoTime() + patience.toNanos();
            Map<String, Object> now = StrategyDoor.ask(place, door -> door.move(percent));
            while (!noWait && isDraining(now)) {
                if (System.nanoTime() - end > 0) {
                    throw new Failure(
                            ExitCode.UNREACHABLE,
                            "cutover: not drained in " + patience.toMillis() + " ms: shards " + draining(now)
                                    + " (they go on; daybook cutover show says when they are)");
                }
                Thread.sleep(LOOK_MS);
                now = StrategyDoor.ask(place, StrategyDoor::cutover);
            }
            print(console, common, now);
            return ExitCode.OK.code();
        }
    }

    private static boolean isDraining(Map<String, Object> cutover) {
        return !StrategyDoor.list(cutover, "draining").isEmpty();
    }

    /** As JSON all of it; as a table a line for shards side by side that are alike. */
    private static void print(Console console, Common common, Map<String, Object> cutover) {
        if (common.output().form() != OutputOptions.Form.TABLE) {
            common.output().print(console, cutover);
            return;
        }
        console.note(StrategyDoor.number(cutover, "percent") + " % of the shards on the log; "
                + (isDraining(cutover) ? "to be drained: " + draining(cutover) : "all drained"));
        List<Map<String, Object>> lines = new ArrayList<>();
        List<Map<String, Object>> group = new ArrayList<>();
        for (Object each : StrategyDoor.list(cutover, "shards")) {
            Map<String, Object> shard = Json.object(each);
            if (!group.isEmpty() && !alike(group.get(0), shard)) {
                lines.add(line(group));
                group.clear();
            }
            group.add(shard);
        }
        if (!group.isEmpty()) {
            lines.add(line(group));
        }
        common.output().print(console, lines);
    }

    private static boolean alike(Map<String, Object> one, Map<String, Object> other) {
        return List.of("path", "previous", "drained", "fixed", "owner").stream()
                .allMatch(name -> String.valueOf(one.get(name)).equals(String.valueOf(other.get(name))));
    }

    private static Map<String, Object> line(List<Map<String, Object>> shards) {
        Map<String, Object> first = shards.get(0);
        return Json.fields(
                "shards", range(StrategyDoor.number(first, "shard"), StrategyDoor.number(last(shards), "shard")),
                "path", first.getOrDefault("path", ""),
                "drained", first.getOrDefault("drained", ""),
                "owner", StrategyDoor.owner(first),
                "strategies", sum(shards, "strategies"),
                "lag", sum(shards, "lag"));
    }

    private static Map<String, Object> last(List<Map<String, Object>> shards) {
        return shards.get(shards.size() - 1);
    }

    private static long sum(List<Map<String, Object>> shards, String name) {
        return shards.stream()
                .mapToLong(shard -> StrategyDoor.number(shard, name))
                .sum();
    }

    /** {@code 0-31, 40}. */
    private static String draining(Map<String, Object> cutover) {
        List<Long> shards = StrategyDoor.list(cutover, "draining").stream()
                .map(each -> Long.parseLong(Json.write(each)))
                .toList();
        List<String> ranges = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= shards.size(); i++) {
            if (i == shards.size() || shards.get(i) != shards.get(i - 1) + 1) {
                ranges.add(range(shards.get(from), shards.get(i - 1)));
                from = i;
            }
        }
        return String.join(", ", ranges);
    }

    private static String range(long from, long to) {
        return from == to ? Long.toString(from) : from + "-" + to;
    }
}
