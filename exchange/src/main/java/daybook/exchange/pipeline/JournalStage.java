package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import daybook.journal.DiskException;
import daybook.journal.JournalWriter;

/**
 * Makes what matching decided durable: one write and one force for all of it.
 *
 * <p>A failed force is never tried again: the system may have thrown the unwritten pages away and call the next force a
 * success. A disk that is full at the write is another matter: the journal has kept the batch, so it is written once there is
 * room, and nothing else is decided before.
 */
final class JournalStage implements Stage {
    private final Sequence decided;
    private final Sequence durable = new Sequence();
    private final JournalWriter journal;
    private final Availability availability;
    private final Counting counting;

    JournalStage(Sequence decided, JournalWriter journal, Availability availability, Counting counting) {
        this.counting = counting;
        this.decided = decided;
        this.journal = journal;
        this.availability = availability;
    }

    @Override
    public int pump() {
        long last = decided.get();
        int commands = (int) (last - durable.get());
        if (commands == 0 || availability.failed()) {
            return 0;
        }
        boolean owed = journal.pendingBytes() > 0;
        if (owed && availability.fullJustNow()) {
            return 0;
        }
        try {
            journal.write();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            availability.noRoom(e);
            return 0;
        }
        if (owed) {
            journal.force();
            availability.roomAgain();
            counting.batch();
        }
        durable.set(last);
        return commands;
    }

    @Override
    public Sequence finished() {
        return durable;
    }
}
