package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.strategies.StrategyDesk;
import daybook.app.strategies.Wanted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Strategies. */
@Command(
        name = "strategy",
        description = "Strategies: list, show, add, start, stop. One that runs is evaluated on each bar that closes.",
        subcommands = {
            StrategyCommand.ListAll.class,
            StrategyCommand.Kinds.class,
            StrategyCommand.Show.class,
            StrategyCommand.Add.class,
            StrategyCommand.Start.class,
            StrategyCommand.Stop.class
        },
        footer = {
            "",
            "Examples:",
            "  daybook strategy kinds",
            "  daybook strategy add momentum --account alice --series INFY:1m --set fast=5 --start",
            "  daybook strategy list --status running"
        })
final class StrategyCommand {
    private static final int PAGE = 1_000;

    /** Lists. */
    @Command(
            name = "list",
            description = "List strategies by id, with what they were evaluated on last and how far behind they are.",
            footer = {"", "Examples:", "  daybook strategy list --json", "  daybook strategy list --shard 7"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--status", paramLabel = "S", description = "Only running, stopped or failed ones.")
        private String status = "";

        @Option(names = "--shard", paramLabel = "N", description = "Only those of this shard.")
        private int shard = -1;

        @Option(names = "--limit", paramLabel = "N", description = "Most rows (200).")
        private int limit = 200;

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (!List.of("", "running", "stopped", "failed").contains(status)) {
                throw new Failure(ExitCode.USAGE, "--status: " + status + " (expected: running|stopped|failed)");
            }
            if (limit < 1) {
                throw new Failure(ExitCode.USAGE, "--limit: " + limit + " (expected: 1 or more)");
            }
            boolean asTable = common.output().form() == OutputOptions.Form.TABLE;
            StrategyDesk.Filter filter = new StrategyDesk.Filter(status, shard);
            List<Map<String, Object>> rows = StrategyDoor.ask(common.existing(console), door -> rows(door, filter));
            common.output()
                    .print(
                            console,
                            asTable
                                    ? rows.stream()
                                            .map(StrategyCommand::inALine)
                                            .toList()
                                    : rows);
            return ExitCode.OK.code();
        }

        /** As many pages as it takes. */
        private List<Map<String, Object>> rows(StrategyDoor door, StrategyDesk.Filter filter) {
            List<Map<String, Object>> rows = new ArrayList<>();
            long after = 0;
            do {
                Map<String, Object> page = door.list(after, Math.min(PAGE, limit - rows.size()), filter);
                StrategyDoor.list(page, "strategies").forEach(row -> rows.add(Json.object(row)));
                after = StrategyDoor.number(page, "next");
            } while (after > 0 && rows.size() < limit);
            if (after > 0) {
                console.note("there are more behind id " + after + "; --limit shows them");
            }
            return rows;
        }
    }

    /** Kinds. */
    @Command(
            name = "kinds",
            description = "List the kinds of strategies that there are, with their parameters.",
            footer = {"", "Examples:", "  daybook strategy kinds --json"})
    static final class Kinds implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Kinds(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Object> page =
                    StrategyDoor.ask(common.existing(console), door -> door.list(0, 1, StrategyDesk.Filter.ALL));
            common.output()
                    .print(
                            console,
                            StrategyDoor.list(page, "kinds").stream()
                                    .map(each -> kind(Json.object(each)))
                                    .toList());
            return ExitCode.OK.code();
        }

        /** As a table without what is said in the summary. */
        private Map<String, Object> kind(Map<String, Object> kind) {
            return common.output().form() == OutputOptions.Form.TABLE
                    ? Json.fields("kind", kind.getOrDefault("kind", ""), "parameters", kind.getOrDefault("summary", ""))
                    : kind;
        }
    }

    /** Shows one. */
    @Command(
            name = "show",
            description = "Show a strategy with its latest intents and what became of them.",
            footer = {"", "Examples:", "  daybook strategy show 1 --json"})
    static final class Show implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ID", description = "As in strategy list.")
        private long id;

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Object> strategy = StrategyDoor.ask(common.existing(console), door -> door.show(id));
            common.output().print(console, strategy);
            return ExitCode.OK.code();
        }
    }

    /** Adds. */
    @Command(
            name = "add",
            description =
                    "Add a strategy, stopped. But for its status it never changes: who wants another one adds it.",
            footer = {
                "",
                "Examples:",
                "  daybook strategy add momentum --account alice --series INFY:1m --set fast=5 --set slow=20",
                "  daybook strategy add mean-reversion --account alice --series INFY:1m --series TCS:1m --start"
            })
    static final class Add implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "KIND", description = "As in strategy kinds.")
        private String kind = "";

        @Option(
                names = "--account",
                required = true,
                paramLabel = "A",
                description = "Where its orders go: an account of this venue, or account:VENUE:ACCOUNT:TYPE.")
        private String account = "";

        @Option(
                names = "--series",
                required = true,
                paramLabel = "S",
                description =
                        "Bars that it listens to: SYMBOL:TIMEFRAME, or bar:VENUE:MARKET:TYPE:INSTRUMENT:TIMEFRAME; may be given more than once.")
        private List<String> series = new ArrayList<>();

        @Option(names = "--set", paramLabel = "P=N", description = "A parameter; may be given more than once.")
        private Map<String, Long> parameters = new LinkedHashMap<>();

        @Option(names = "--start", description = "And start it.")
        private boolean start;

        Add(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Object> strategy = StrategyDoor.ask(common.existing(console), door -> {
                Map<String, Object> added = door.add(new Wanted(kind, parameters, account, series));
                return start ? door.start(StrategyDoor.number(added, "id")) : added;
            });
            common.output().print(console, strategy);
            return ExitCode.OK.code();
        }
    }

    /** Starts. */
    @Command(
            name = "start",
            description = "Start strategies: they are evaluated from the next bar on.",
            footer = {"", "Examples:", "  daybook strategy start 1", "  daybook strategy start 1 2 3"})
    static final class Start implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ID", arity = "1..*", description = "As in strategy list.")
        private List<Long> ids = new ArrayList<>();

        Start(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            return changed(console, common, ids, StrategyDoor::start);
        }
    }

    /** Stops. */
    @Command(
            name = "stop",
            description =
                    "Stop strategies: they are evaluated up to the last bar that is recorded. Their orders stay as they are.",
            footer = {"", "Examples:", "  daybook strategy stop 1"})
    static final class Stop implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ID", arity = "1..*", description = "As in strategy list.")
        private List<Long> ids = new ArrayList<>();

        Stop(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            return changed(console, common, ids, StrategyDoor::stop);
        }
    }

    private static int changed(
            Console console,
            Common common,
            List<Long> ids,
            BiFunction<StrategyDoor, Long, Map<String, Object>> change) {
        List<Map<String, Object>> done = StrategyDoor.ask(
                common.existing(console),
                door -> ids.stream()
                        .map(id -> {
                            Map<String, Object> row = change.apply(door, id);
                            return Json.fields("id", id, "status", row.getOrDefault("status", ""));
                        })
                        .toList());
        common.output().print(console, done);
        return ExitCode.OK.code();
    }

    /** A row that fits into a line. */
    private static Map<String, Object> inALine(Map<String, Object> row) {
        Map<String, Object> line = new LinkedHashMap<>(row);
        String parameters = Json.object(row.getOrDefault("parameters", Map.of())).entrySet().stream()
                .map(each -> each.getKey() + "=" + Json.write(each.getValue()))
                .collect(Collectors.joining(" "));
        line.put("parameters", parameters);
        line.put("owner", StrategyDoor.owner(row));
        line.put(
                "series",
                StrategyDoor.list(row, "series").stream().map(String::valueOf).collect(Collectors.joining(" ")));
        line.put(
                "lastBar",
                row.get("lastBar") instanceof Map<?, ?> bar
                        ? "#" + Json.write(Json.object(bar).getOrDefault("token", ""))
                        : "");
        return line;
    }
}
