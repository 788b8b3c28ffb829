package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import org.jspecify.annotations.Nullable;

/** Tells those who wait how their commands ended, and frees the slots. */
final class ReplyStage implements Stage {
    private final CommandRing ring;
    private final Sequence durable;
    private final Counting counting;
    private final Sequence told = new Sequence();

    /** @param durable the sequence of the stage that must have finished with a command first */
    ReplyStage(CommandRing ring, Sequence durable, Counting counting) {
        this.ring = ring;
        this.durable = durable;
        this.counting = counting;
    }

    @Override
    public int pump() {
        long first = told.get() + 1;
        long last = durable.get();
        for (long sequence = first; sequence <= last; sequence++) {
            Slot slot = ring.slot(sequence);
            slot.count(counting);
            tell(slot, null);
        }
        if (last >= first) {
            told.set(last);
        }
        return (int) (last - first + 1);
    }

    /** The exchange has stopped: everybody who still waits is told so, and what is known of their command. */
    void tellStopped(String reason) {
        long sequence = told.get() + 1;
        while (ring.isPublished(sequence)) {
            tell(ring.slot(sequence), sequence <= durable.get() ? null : reason);
            told.set(sequence);
            sequence++;
        }
    }

    @Override
    public Sequence finished() {
        return told;
    }

    private void tell(Slot slot, @Nullable String stopped) {
        try {
            if (stopped == null) {
                slot.tell();
            } else {
                slot.tellStopped(stopped);
            }
        } catch (RuntimeException e) {
            // One listener's mistake must not stop the venue for all others; the counter shows it.
            counting.listenerFault();
        }
        slot.clear();
    }
}
