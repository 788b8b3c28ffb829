package daybook.log.kafka;

import daybook.log.Producer.Acknowledgement;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;

/** A record on its way. Confined to the producer's thread. */
final class Sent {
    /** Offset of an answer that Kafka did not have to give. */
    static final long DUPLICATE = -2;

    private final Target target;
    private final long seq;
    private final Acknowledgement acknowledgement;
    /** Nearly always none. */
    private List<Acknowledgement> repeats = List.of();

    Sent(Target target, long seq, Acknowledgement acknowledgement) {
        this.target = target;
        this.seq = seq;
        this.acknowledgement = acknowledgement;
    }

    Target target() {
        return target;
    }

    TopicPartition place() {
        return target.place();
    }

    long seq() {
        return seq;
    }

    Acknowledgement acknowledgement() {
        return acknowledgement;
    }

    /** Those who sent the same seq while it was on its way: they learn what becomes of the first. */
    List<Acknowledgement> repeats() {
        return repeats;
    }

    void repeatedBy(Acknowledgement another) {
        if (repeats.isEmpty()) {
            repeats = new ArrayList<>(1);
        }
        repeats.add(another);
    }
}
