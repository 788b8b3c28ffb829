package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.app.venue.LagRows;
import daybook.app.venue.OffsetReset;
import daybook.app.venue.PostTrade;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Consumer groups and where they are. */
@Command(
        name = "groups",
        description = "Consumer groups: list, describe, set their offsets.",
        subcommands = {GroupsCommand.ListAll.class, GroupsCommand.Describe.class, GroupsCommand.Reset.class},
        footer = {"", "Examples:", "  daybook groups list", "  daybook groups describe ledger"})
final class GroupsCommand {
    /** Lists. */
    @Command(
            name = "list",
            description = "List the groups that have committed something.",
            footer = {"", "Examples:", "  daybook groups list --json"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            try (LogView view = LogView.of(common.log(console))) {
                common.output()
                        .print(
                                console,
                                view.log().groups().stream()
                                        .map(group -> Json.fields("group", group))
                                        .toList());
            }
            return ExitCode.OK.code();
        }
    }

    /** Describes. */
    @Command(
            name = "describe",
            description = "Show what a group has committed.",
            footer = {"", "Examples:", "  daybook groups describe capture --json"})
    static final class Describe implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "GROUP", description = "As in groups list.")
        private String group = "";

        Describe(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            try (LogView view = LogView.of(common.log(console))) {
                List<Map<String, Object>> rows = LagRows.of(view.log(), view.topics()).stream()
                        .filter(row -> group.equals(row.get("group")))
                        .toList();
                if (rows.isEmpty()) {
                    requireGroup(view, group);
                }
                common.output().print(console, rows);
            }
            return ExitCode.OK.code();
        }
    }

    /** Sets offsets. */
    @Command(
            name = "reset",
            description = "Set where a group goes on. Refused while the group has members: stop the venue to reset its "
                    + "own groups, capture, ledger and audit. They go back only, and read again without effect.",
            footer = {
                "",
                "Examples:",
                "  daybook groups reset report --topic fills.v1 --to-offset 0 --dry-run",
                "  daybook groups reset report --topic fills.v1 --to-time 2026-01-05T09:15:00Z --yes"
            })
    static final class Reset implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "Name without prefix.")
        private String topic = "";

        @Option(names = "--partition", paramLabel = "P", description = "Only this partition.")
        private Optional<Integer> partition = Optional.empty();

        @Option(names = "--to-offset", paramLabel = "N", description = "Next offset to read.")
        private Optional<Long> toOffset = Optional.empty();

        @Option(names = "--to-time", paramLabel = "T", description = "First record at or after this time.")
        private Optional<String> toTime = Optional.empty();

        Reset(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (toOffset.isPresent() == toTime.isPresent()) {
                throw new Failure(
                        ExitCode.USAGE,
                        "--to-offset, --to-time: " + (toOffset.isPresent() ? "both" : "neither")
                                + " (expected: one of them)");
            }
            Place place = common.log(console);
            Map<TopicPartition, Long> targets = targets(place);
            if (consent.given(console, "set " + targets.size() + " offsets of group " + group)) {
                reset(place, targets);
            }
            common.output().print(console, rows(place, targets));
            return ExitCode.OK.code();
        }

        private void reset(Place place, Map<TopicPartition, Long> targets) {
            if (place.isOnKafka()) {
                resetOnKafka(place, targets);
                return;
            }
            Optional<VenueLink> venue = place.running();
            if (venue.isEmpty()) {
                try (PostTrade postTrade = place.postTrade()) {
                    new OffsetReset(
                                    place.data(),
                                    postTrade,
                                    place.configuration().text(Catalog.TOPIC_PREFIX))
                            .run(group, targets);
                }
                return;
            }
            targets.forEach((at, offset) -> venue.get()
                    .post(
                            "/api/v1/groups/" + group + "/offset",
                            Json.fields("topic", topic, "partition", at.partition(), "offset", offset)));
        }

        private void resetOnKafka(Place place, Map<TopicPartition, Long> targets) {
            try (LogView view = LogView.of(place);
                    PostTrade postTrade = place.postTrade()) {
                new OffsetReset(place.data(), postTrade, "").runOn(view.log(), group, targets);
            }
        }

        /** What is committed now, and what was asked for: after a reset the same, in a dry run not. */
        private List<Map<String, Object>> rows(Place place, Map<TopicPartition, Long> targets) {
            try (LogView view = LogView.of(place)) {
                return targets.entrySet().stream()
                        .map(e -> Json.fields(
                                "group", group,
                                "topic", topic,
                                "partition", e.getKey().partition(),
                                "committed",
                                        view.log()
                                                .committed(group, e.getKey())
                                                .orElse(view.log().startOffset(e.getKey())),
                                "newOffset", e.getValue(),
                                "dryRun", consent.isDryRun()))
                        .toList();
            }
        }

        private Map<TopicPartition, Long> targets(Place place) {
            try (LogView view = LogView.of(place)) {
                TopicSpec spec = view.topic(topic);
                partition.filter(p -> p < 0 || p >= spec.partitions()).ifPresent(p -> {
                    throw new Failure(
                            ExitCode.NOT_FOUND,
                            "--partition: " + p + " is not there (expected: 0.." + (spec.partitions() - 1) + ")");
                });
                Map<TopicPartition, Long> targets = new LinkedHashMap<>();
                for (int p = 0; p < spec.partitions(); p++) {
                    if (partition.isEmpty() || partition.get() == p) {
                        TopicPartition at = new TopicPartition(spec.name(), p);
                        targets.put(at, target(view, at));
                    }
                }
                return targets;
            }
        }

        private long target(LogView view, TopicPartition at) {
            if (toTime.isPresent()) {
                return view.log().offsetAt(at, Times.milliseconds("--to-time", toTime.get()));
            }
            long wanted = toOffset.orElseThrow();
            long first = view.log().startOffset(at);
            long end = view.log().endOffset(at);
            if (wanted < first || wanted > end) {
                throw new Failure(
                        ExitCode.USAGE,
                        "--to-offset: " + wanted + " (expected: " + first + ".." + end + " in partition "
                                + at.partition() + ")");
            }
            return wanted;
        }
    }

    private static void requireGroup(LogView view, String group) {
        if (!view.log().groups().contains(group)) {
            throw new Failure(ExitCode.NOT_FOUND, group + ": no such group (expected: one of groups list)");
        }
    }
}
