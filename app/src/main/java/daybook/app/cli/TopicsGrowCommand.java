package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.kafka.KafkaConnection;
import daybook.app.venue.DeclaredTopics;
import daybook.app.venue.LagRows;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.Partitioner;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.kafka.KafkaLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** More partitions, for a topic that nobody writes and everybody has read. */
@Command(
        name = "grow",
        description = "Give topics as many partitions as are declared, where they have fewer. A key may then belong to "
                + "another partition, so the order of its records is only kept if everything written before has been "
                + "read before: stop what writes, let the readers come to the end, grow, start again. Refused (exit 6) "
                + "while anything is unread or still written. exchange.events.v1 never grows.",
        footer = {
            "",
            "Examples:",
            "  daybook topics grow --drain --dry-run     which keys would move",
            "  daybook topics grow --drain --yes"
        })
final class TopicsGrowCommand implements Callable<Integer> {
    private static final int SAMPLE = 1_000;
    private static final int MOVES_SHOWN = 20;

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private Consent consent = new Consent();

    @Option(names = "--drain", description = "Say that the writers are stopped; checked, and so are the readers.")
    private boolean drain;

    TopicsGrowCommand(Console console) {
        this.console = console;
    }

    /** A topic with fewer partitions than declared. */
    private record Growth(Topic declared, TopicSpec now, int wanted) {}

    @Override
    public Integer call() throws InterruptedException {
        if (!drain) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--drain: missing (expected: writers stopped and readers at the end; a key that moves to another"
                            + " partition is otherwise read out of order)");
        }
        try (LogView view = LogView.of(common.log(console))) {
            if (!(view.log() instanceof KafkaLog kafka)) {
                throw new Failure(
                        ExitCode.USAGE,
                        "daybook.log: embedded (expected: kafka; an embedded log's partitions are fixed)");
            }
            List<Growth> growths = growths(view);
            Map<TopicPartition, Long> ends = ends(view.log(), growths);
            requireRead(view, growths);
            requireQuiet(view, growths, ends);
            List<Map<String, Object>> rows = new ArrayList<>();
            growths.forEach(growth -> rows.add(row(view, growth)));
            if (!growths.isEmpty() && consent.given(console, "grow " + growths.size() + " topics")) {
                requireUnchanged(view, ends(view.log(), growths), ends); // somebody may have thought it over for long
                growths.forEach(growth -> kafka.growTopic(growth.now().name(), growth.wanted()));
                afterwards(view, growths, ends);
            }
            common.output().print(console, rows);
            return ExitCode.OK.code();
        }
    }

    private static List<Growth> growths(LogView view) {
        List<Growth> growths = new ArrayList<>();
        for (Topic declared : Topics.ALL) {
            int wanted = DeclaredTopics.spec(view.topics(), declared).partitions();
            Optional<TopicSpec> now = view.log().topic(view.topics().fullName(declared));
            if (now.isPresent() && now.get().partitions() < wanted) {
                if (declared.equals(Topics.EXCHANGE_EVENTS)) {
                    throw new Failure(
                            ExitCode.FAILURE,
                            declared.name() + ": " + now.get().partitions() + " partitions (expected: " + wanted
                                    + "; it never grows: which events lie where is checked against the journal)");
                }
                growths.add(new Growth(declared, now.get(), wanted));
            }
        }
        return growths;
    }

    /** Every group at the end of each partition. */
    private void requireRead(LogView view, List<Growth> growths) {
        List<String> names =
                growths.stream().map(growth -> growth.declared().name()).toList();
        List<Map<String, Object>> unread = LagRows.of(view.log(), view.topics()).stream()
                .filter(row -> names.contains(String.valueOf(row.get("topic"))))
                .filter(row -> row.get("lag") instanceof Long lag && lag > 0)
                .toList();
        if (!unread.isEmpty()) {
            unread.forEach(row -> console.note(row.get("group") + " has " + row.get("lag") + " records of "
                    + row.get("topic") + " partition " + row.get("partition") + " to read"));
            throw new Failure(ExitCode.CHECK_FAILED, "not drained (expected: every group at the end; daybook lag)");
        }
    }

    /**
     * The ends that were read to stay where they are for as long as a write may be on its way: what a writer sent before it was
     * stopped has arrived by then, or never will.
     */
    private void requireQuiet(LogView view, List<Growth> growths, Map<TopicPartition, Long> ends)
            throws InterruptedException {
        if (growths.isEmpty()) {
            return;
        }
        Duration writing =
                KafkaConnection.settings(common.log(console).configuration()).timeout();
        console.note("watching for writers for " + writing.toSeconds() + " s");
        Thread.sleep(writing.toMillis());
        requireUnchanged(view, ends(view.log(), growths), ends);
        ends.keySet().forEach(place -> {
            if (view.log().heldAt(place).isPresent()) {
                throw new Failure(
                        ExitCode.CHECK_FAILED,
                        view.topics().bareName(place.topic()) + " partition " + place.partition()
                                + ": a transaction is open (expected: its writers stopped)");
            }
        });
    }

    private static void requireUnchanged(
            LogView view, Map<TopicPartition, Long> now, Map<TopicPartition, Long> before) {
        before.forEach((place, end) -> {
            if (!end.equals(now.get(place))) {
                throw new Failure(
                        ExitCode.CHECK_FAILED,
                        view.topics().bareName(place.topic()) + " partition " + place.partition() + ": written while we"
                                + " watched, offset " + end + " on (expected: its writers stopped)");
            }
        });
    }

    /** A writer that came in the very moment cannot be kept out, but it does not go unnoticed. */
    private static void afterwards(LogView view, List<Growth> growths, Map<TopicPartition, Long> before) {
        ends(view.log(), growths).forEach((place, end) -> {
            if (!end.equals(before.get(place))) {
                throw new Failure(
                        ExitCode.CHECK_FAILED,
                        view.topics().bareName(place.topic()) + " partition " + place.partition()
                                + ": has grown, and was written meanwhile, offsets " + before.get(place) + ".."
                                + (end - 1) + " (expected: its writers stopped; let every group read these before they"
                                + " write again)");
            }
        });
    }

    private static Map<TopicPartition, Long> ends(Log log, List<Growth> growths) {
        Map<TopicPartition, Long> ends = new LinkedHashMap<>();
        for (Growth growth : growths) {
            for (int p = 0; p < growth.now().partitions(); p++) {
                TopicPartition place = new TopicPartition(growth.now().name(), p);
                ends.put(place, log.endOffset(place));
            }
        }
        return ends;
    }

    private Map<String, Object> row(LogView view, Growth growth) {
        Map<String, String> moves = moves(view.log(), growth);
        Map<String, Object> row = Json.fields(
                "topic", growth.declared().name(),
                "partitions", growth.now().partitions(),
                "newPartitions", growth.wanted(),
                "keysThatMove", moves.size(),
                "dryRun", consent.isDryRun());
        row.put(
                "moves",
                moves.entrySet().stream()
                        .limit(MOVES_SHOWN)
                        .map(move -> move.getKey() + " " + move.getValue())
                        .toList());
        return row;
    }

    /** Of the last records of each partition, the keys that would belong elsewhere: {@code 0->1}. */
    private static Map<String, String> moves(Log log, Growth growth) {
        Map<String, String> moves = new TreeMap<>();
        for (int p = 0; p < growth.now().partitions(); p++) {
            TopicPartition place = new TopicPartition(growth.now().name(), p);
            long from = Math.max(log.startOffset(place), log.endOffset(place) - SAMPLE);
            for (StoredRecord stored : log.read(place, from, SAMPLE)) {
                int to = Partitioner.partition(stored.record().key(), growth.wanted());
                if (to != p) {
                    moves.put(new String(stored.record().key(), StandardCharsets.UTF_8), p + "->" + to);
                }
            }
        }
        return moves;
    }
}
