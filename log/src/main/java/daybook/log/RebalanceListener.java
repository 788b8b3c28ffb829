package daybook.log;

import java.util.Set;

/** Told when a member's partitions change. */
public interface RebalanceListener {
    RebalanceListener NONE = new RebalanceListener() {
        @Override
        public void assigned(Set<TopicPartition> places) {}

        @Override
        public void revoked(Set<TopicPartition> places) {}
    };

    void assigned(Set<TopicPartition> places);

    /** The partitions are gone; what was not committed will be read by somebody else. */
    void revoked(Set<TopicPartition> places);
}
