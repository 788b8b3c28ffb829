package daybook.log.embedded;

import daybook.log.LogException;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.util.List;
import java.util.UUID;

/** A topic of an open log, with its partitions by number. */
record Topic<P extends PartitionView>(TopicSpec spec, UUID id, List<P> partitions) {

    P partition(int number) {
        if (number < 0 || number >= partitions.size()) {
            throw new IllegalArgumentException(
                    "partition: " + number + " of " + spec.name() + " (expected: 0.." + (partitions.size() - 1) + ")");
        }
        return partitions.get(number);
    }

    List<TopicPartition> places() {
        return partitions.stream().map(PartitionView::place).toList();
    }

    static LogException unknown(String name) {
        return new LogException(
                LogException.Kind.UNKNOWN_TOPIC, "topic: " + name + " (expected: a topic that exists; create it)");
    }
}
