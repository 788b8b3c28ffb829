package daybook.app.venue;

import daybook.app.Json;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** How far each group is behind, for each partition where it has committed something. */
public final class LagRows {
    private LagRows() {}

    public static List<Map<String, Object>> of(Log log, Topics topics) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String group : log.groups()) {
            for (TopicSpec topic : log.topics()) {
                for (int p = 0; p < topic.partitions(); p++) {
                    TopicPartition place = new TopicPartition(topic.name(), p);
                    OptionalLong committed = log.committed(group, place);
                    if (committed.isPresent()) {
                        long end = log.endOffset(place);
                        rows.add(Json.fields(
                                "group",
                                group,
                                "topic",
                                topics.bareName(topic.name()),
                                "partition",
                                p,
                                "committed",
                                committed.getAsLong(),
                                "end",
                                end,
                                "lag",
                                Math.max(0, end - committed.getAsLong())));
                    }
                }
            }
        }
        return rows;
    }
}
