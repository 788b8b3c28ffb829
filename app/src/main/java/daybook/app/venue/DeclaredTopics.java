package daybook.app.venue;

import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.util.List;

/** The topic table as a log takes it. */
public final class DeclaredTopics {
    private DeclaredTopics() {}

    /** Every topic with a fixed name. */
    public static List<TopicSpec> specs(Topics topics) {
        return Topics.ALL.stream().map(topic -> spec(topics, topic)).toList();
    }

    public static TopicSpec spec(Topics topics, Topic topic) {
        Retention retention = topic.retention().equals(Topic.FOREVER)
                ? Retention.UNLIMITED
                : new Retention(topic.retention(), Long.MAX_VALUE);
        return new TopicSpec(topics.fullName(topic), topic.partitions(), retention);
    }
}
