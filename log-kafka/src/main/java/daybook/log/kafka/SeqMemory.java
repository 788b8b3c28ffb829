package daybook.log.kafka;

import daybook.log.Producer;
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

    /** In place of what was sent, once it is stored. */
    private static final Object STORED = new Object();

    private final Lane lane = new Lane();

    /** By seq: the first that is on its way, or that it is stored. */
    private static final class Lane extends LinkedHashMap<Long, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Object> eldest) {
            return size() > KEPT && eldest.getValue() == STORED;
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
        Object first = lane.putIfAbsent(sent.seq(), sent);
        if (first == null) {
            return Known.NOTHING;
        }
        if (first instanceof Sent onItsWay) {
            onItsWay.repeatedBy(sent.acknowledgement());
            return Known.ON_ITS_WAY;
        }
        return Known.STORED;
    }

    void stored(Sent sent) {
        if (sent.seq() != Producer.NO_SEQ) {
            lane.put(sent.seq(), STORED);
        }
    }

    /** It may be on the log or not: the next sending is a new one. */
    void failed(Sent sent) {
        lane.remove(sent.seq());
    }
}
