package daybook.log.kafka;

import daybook.log.Producer.Acknowledgement;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;

/**
 * A record on its way.
 *
 * @param repeats those who sent the same seq while it was on its way: they learn what becomes of the first
 */
record Sent(TopicPartition place, long seq, Acknowledgement acknowledgement, List<Acknowledgement> repeats) {
    /** Offset of an answer that Kafka did not have to give. */
    static final long DUPLICATE = -2;

    Sent(TopicPartition place, long seq, Acknowledgement acknowledgement) {
        this(place, seq, acknowledgement, new ArrayList<>(0));
    }
}
