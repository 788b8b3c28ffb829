package daybook.app.venue;

import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The topic table as a log takes it. */
public final class DeclaredTopics {
    private DeclaredTopics() {}

    /** Every topic with a fixed name. */
    public static List<TopicSpec> specs(Topics topics) {
        return Topics.ALL.stream().map(topic -> spec(topics, topic)).toList();
    }

    /** Which declared topics a log does not have as they should be, one sentence each. */
    public static List<String> problems(Log log, Topics topics) {
        List<String> problems = new ArrayList<>();
        for (Topic declared : Topics.ALL) {
            Optional<TopicSpec> there = log.topic(topics.fullName(declared));
            if (there.isEmpty()) {
                problems.add(declared.name() + " is missing");
            } else if (there.get().partitions() != declared.partitions()) {
                problems.add(declared.name() + " has " + there.get().partitions() + " partitions, not "
                        + declared.partitions());
            }
        }
        return problems;
    }

    public static TopicSpec spec(Topics topics, Topic topic) {
        Retention retention = topic.retention().equals(Topic.FOREVER)
                ? Retention.UNLIMITED
                : new Retention(topic.retention(), Long.MAX_VALUE);
        return new TopicSpec(topics.fullName(topic), topic.partitions(), retention);
    }
}
