package daybook.log.kafka;

import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The seqs that one producer has sent in this session: on their way, or stored. Confined to the producer's thread.
 *
 * <p>Bounded: a writer that sends again does so from its last acknowledged line, not further back than what was on its way.
 */
final class SeqMemory {
    /** Stored seqs remembered per partition; more than any writer may have on its way. */
    static final int KEPT = 1 << 17;

    private final Map<TopicPartition, Lane> lanes = new HashMap<>();

    /** By seq: empty when stored, else the first that is on its way. */
    private static final class Lane extends LinkedHashMap<Long, Optional<Sent>> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Optional<Sent>> eldest) {
            return size() > KEPT && eldest.getValue().isEmpty();
        }
    }

    /** What is known of a seq that is to be sent. */
    enum Known {
        /** Nothing: send it. */
        NOTHING,
        /** The first is on its way; this one will be answered with it. */
        ON_ITS_WAY,
        STORED
    }

    Known enter(Sent sent) {
        if (sent.seq() == Producer.NO_SEQ) {
            return Known.NOTHING;
        }
        Lane lane = lanes.computeIfAbsent(sent.place(), place -> new Lane());
        Optional<Sent> first = lane.putIfAbsent(sent.seq(), Optional.of(sent));
        if (first == null) {
            return Known.NOTHING;
        }
        first.ifPresent(onItsWay -> onItsWay.repeats().add(sent.acknowledgement()));
        return first.isPresent() ? Known.ON_ITS_WAY : Known.STORED;
    }

    void stored(Sent sent) {
        Lane lane = lanes.get(sent.place());
        if (lane != null && sent.seq() != Producer.NO_SEQ) {
            lane.put(sent.seq(), Optional.empty());
        }
    }

    /** It may be on the log or not: the next sending is a new one. */
    void failed(Sent sent) {
        Lane lane = lanes.get(sent.place());
        if (lane != null) {
            lane.remove(sent.seq());
        }
    }
}
