package daybook.app.venue;

import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.kafka.KafkaLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * In what the topics of a log differ from the declared table. Nothing is ever changed to make them equal: a retention that was raised
 * by hand is somebody's decision, and more partitions would move keys.
 */
public final class TopicDifferences {
    private TopicDifferences() {}

    /**
     * One difference.
     *
     * @param topic without prefix
     * @param problem with what is expected
     */
    public record Difference(String topic, String problem, boolean isMissing) {}

    /** @param replicas as configured; empty = whatever the brokers chose */
    public static List<Difference> of(Log log, Topics topics, OptionalInt replicas) {
        List<Difference> differences = new ArrayList<>();
        for (Topic declared : Topics.ALL) {
            TopicSpec wanted = DeclaredTopics.spec(topics, declared);
            Optional<TopicSpec> there = log.topic(wanted.name());
            if (there.isEmpty()) {
                differences.add(new Difference(declared.name(), "missing (topics init creates it)", true));
            } else {
                compare(differences, declared.name(), wanted, there.get());
                if (log instanceof KafkaLog kafka && replicas.isPresent()) {
                    compare(differences, declared.name(), kafka.copies(wanted.name()), replicas.getAsInt());
                }
            }
        }
        return differences;
    }

    private static void compare(List<Difference> to, String name, TopicSpec wanted, TopicSpec there) {
        if (there.partitions() != wanted.partitions()) {
            String how =
                    there.partitions() < wanted.partitions() ? "; topics grow --drain" : "; partitions never shrink";
            add(to, name, there.partitions() + " partitions (expected: " + wanted.partitions() + how + ")");
        }
        if (!there.retention().equals(wanted.retention())) {
            add(to, name, "retention " + told(there.retention()) + " (expected: " + told(wanted.retention()) + ")");
        }
    }

    private static void compare(List<Difference> to, String name, KafkaLog.Copies there, int replicas) {
        if (there.replicas() != replicas) {
            add(to, name, there.replicas() + " replicas (expected: " + replicas + ")");
        }
        int inSync = KafkaLog.Copies.inSync(replicas);
        if (there.minInSync() != inSync) {
            add(to, name, "min.insync.replicas " + there.minInSync() + " (expected: " + inSync + ")");
        }
    }

    private static void add(List<Difference> to, String name, String problem) {
        to.add(new Difference(name, problem, false));
    }

    private static String told(Retention retention) {
        String age = retention.age().equals(Retention.FOREVER)
                ? "for ever"
                : retention.age().toHours() + "h";
        return retention.bytes() == Long.MAX_VALUE ? age : age + " and " + retention.bytes() + " bytes";
    }
}
