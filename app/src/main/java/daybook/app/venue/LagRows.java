package daybook.app.venue;

import daybook.app.Json;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * How far each group is behind, for each partition of the topics it reads. Where it has committed nothing it goes on from the
 * earliest record, and is behind by all of them: a service that never came up shows.
 */
public final class LagRows {
    /** What the venue's own services read, whether they have ever done so or not. */
    private static final Map<String, Topic> SERVICES =
            Map.of(Capture.NAME, Topics.EXCHANGE_EVENTS, Ledger.NAME, Topics.FILLS);

    private LagRows() {}

    public static List<Map<String, Object>> of(Log log, Topics topics) {
        TreeSet<String> groups = new TreeSet<>(log.groups());
        groups.addAll(SERVICES.keySet());
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String group : groups) {
            Topic own = SERVICES.get(group);
            for (TopicSpec topic : log.topics()) {
                boolean reads = own == null
                        ? hasCommitted(log, group, topic)
                        : topics.fullName(own).equals(topic.name());
                if (reads) {
                    addRows(rows, log, group, topics, topic);
                }
            }
        }
        return rows;
    }

    private static boolean hasCommitted(Log log, String group, TopicSpec topic) {
        for (int p = 0; p < topic.partitions(); p++) {
            if (log.committed(group, new TopicPartition(topic.name(), p)).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static void addRows(List<Map<String, Object>> rows, Log log, String group, Topics topics, TopicSpec topic) {
        for (int p = 0; p < topic.partitions(); p++) {
            TopicPartition place = new TopicPartition(topic.name(), p);
            OptionalLong committed = log.committed(group, place);
            long next = committed.orElse(log.startOffset(place));
            long end = log.endOffset(place);
            rows.add(Json.fields(
                    "group", group,
                    "topic", topics.bareName(topic.name()),
                    "partition", p,
                    "committed", next,
                    "end", end,
                    "lag", Math.max(0, end - next)));
        }
    }
}
