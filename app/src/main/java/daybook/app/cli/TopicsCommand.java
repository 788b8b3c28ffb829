package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.kafka.KafkaConnection;
import daybook.app.venue.DeclaredTopics;
import daybook.app.venue.TopicDifferences;
import daybook.app.venue.TopicDifferences.Difference;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The declared topics, and those on the log. */
@Command(
        name = "topics",
        description = "The declared topics: create, compare, list, describe, grow.",
        subcommands = {
            TopicsCommand.Init.class,
            TopicsCommand.Verify.class,
            TopicsCommand.ListAll.class,
            TopicsCommand.Describe.class,
            TopicsGrowCommand.class
        },
        footer = {"", "Examples:", "  daybook topics list", "  daybook topics describe fills.v1"})
final class TopicsCommand {
    /** Creates what is missing. */
    @Command(
            name = "init",
            description = "Create the declared topics that are missing. The embedded log gets them at every start too.",
            footer = {"", "Examples:", "  daybook topics init"})
    static final class Init implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Init(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.log(console);
            long missing = missing(differences(place));
            if (place.isOnKafka()) {
                create(place);
            } else if (missing > 0) {
                VenueAccess.ask(place, venue -> venue.get("/health/live")); // opening the log creates them
            }
            List<Difference> after = differences(place);
            Map<String, Object> told = Json.fields("created", missing - missing(after), "different", rows(after));
            common.output().print(console, told);
            return (after.isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }

        /** What is there stays as it is. */
        private static void create(Place place) {
            try (LogView view = LogView.of(place)) {
                for (TopicSpec wanted : DeclaredTopics.specs(view.topics())) {
                    if (view.log().topic(wanted.name()).isEmpty()) {
                        view.log().createTopic(wanted);
                    }
                }
            }
        }

        private static long missing(List<Difference> differences) {
            return differences.stream().filter(Difference::isMissing).count();
        }
    }

    /** Compares. */
    @Command(
            name = "verify",
            description = "Compare the topics with what is declared. Exit 6 if one is missing or different.",
            footer = {"", "Examples:", "  daybook topics verify --json"})
    static final class Verify implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Verify(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            List<Difference> found = differences(common.log(console));
            common.output().print(console, rows(found));
            return (found.isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }
    }

    /** Lists. */
    @Command(
            name = "list",
            description = "List the topics with their partitions and records.",
            footer = {"", "Examples:", "  daybook topics list --json"})
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
                List<Map<String, Object>> rows = new ArrayList<>();
                for (TopicSpec spec : view.log().topics()) {
                    long records = 0;
                    for (int p = 0; p < spec.partitions(); p++) {
                        TopicPartition at = new TopicPartition(spec.name(), p);
                        records += view.log().endOffset(at) - view.log().startOffset(at);
                    }
                    rows.add(Json.fields(
                            "topic", view.topics().bareName(spec.name()),
                            "partitions", spec.partitions(),
                            "records", records,
                            "retention", retention(spec.retention())));
                }
                common.output().print(console, rows);
            }
            return ExitCode.OK.code();
        }
    }

    /** Describes. */
    @Command(
            name = "describe",
            description = "Show the partitions of a topic.",
            footer = {"", "Examples:", "  daybook topics describe exchange.events.v1 --json"})
    static final class Describe implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "TOPIC", description = "Name without prefix.")
        private String topic = "";

        Describe(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            try (LogView view = LogView.of(common.log(console))) {
                TopicSpec spec = view.topic(topic);
                List<Map<String, Object>> rows = new ArrayList<>();
                for (int p = 0; p < spec.partitions(); p++) {
                    TopicPartition at = new TopicPartition(spec.name(), p);
                    rows.add(Json.fields(
                            "topic", view.topics().bareName(spec.name()),
                            "partition", p,
                            "start", view.log().startOffset(at),
                            "end", view.log().endOffset(at)));
                }
                common.output().print(console, rows);
            }
            return ExitCode.OK.code();
        }
    }

    private static List<Difference> differences(Place place) {
        try (LogView view = LogView.of(place)) {
            return TopicDifferences.of(view.log(), view.topics(), KafkaConnection.replicas(place.configuration()));
        }
    }

    private static List<Map<String, Object>> rows(List<Difference> differences) {
        return differences.stream()
                .map(found -> Json.fields("topic", found.topic(), "problem", found.problem()))
                .toList();
    }

    private static String retention(Retention retention) {
        return retention.age().equals(Retention.FOREVER)
                ? "forever"
                : retention.age().toDays() + "d";
    }
}
