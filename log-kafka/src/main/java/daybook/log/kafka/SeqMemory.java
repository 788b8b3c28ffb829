package daybook.log.kafka;

import daybook.log.Producer;
import daybook.log.Producer.Acknowledgement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The seqs that one producer has sent to one partition in this session: on their way, or stored. Confined to the producer's thread.
 *
 * <p>Bounded: a writer that sends again does so from its last acknowledged line, not further back than what was on its way.
 */
final class SeqMemory {
    /** Stored seqs remembered; more than any writer may have on its way. */
    static final int KEPT = 1 << 17;

    private final Lane lane = new Lane();

    /** By seq: the first that is on its way, or stored. */
    private static final class Lane extends LinkedHashMap<Long, Sent> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Sent> eldest) {
            return size() > KEPT && eldest.getValue().isStored();
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

    Known enter(long seq, Sent sent, Acknowledgement acknowledgement) {
        if (seq == Producer.NO_SEQ) {
            return Known.NOTHING;
        }
        Sent first = lane.putIfAbsent(seq, sent);
        if (first == null) {
            return Known.NOTHING;
        }
        if (first.isStored()) {
            return Known.STORED;
        }
        first.repeatedBy(acknowledgement);
        return Known.ON_ITS_WAY;
    }

    /** It may be on the log or not: the next sending is a new one. */
    void failed(Sent sent) {
        lane.remove(sent.seq());
    }
}
