package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import daybook.journal.DiskException;
import daybook.journal.JournalWriter;

/**
 * Makes what matching decided durable: one write and one force for all of it. While few commands wait this is done here, which is
 * quickest; when a crowd waits it is done beside, and the next batch is decided meanwhile.
 *
 * <p>A failed force is never tried again: the system may have thrown the unwritten pages away and call the next force a
 * success. A disk that is full at the write is another matter: the journal has kept the batch, so it is written once there is
 * room, and nothing else is decided before.
 */
final class JournalStage implements Stage {
    /** With so many commands waiting, deciding them meanwhile gains more than handing a batch over costs. */
    private static final int CROWD = 1_024;

    private final CommandRing ring;
    private final Sequence decided;
    private final Sequence durable = new Sequence();
    private final JournalWriter journal;
    private final Availability availability;
    private final Counting counting;
    private final int crowd;
    /** Last command that the batch under way, or the last one, covers. */
    private long covered;

    JournalStage(Assembly.Parts parts) {
        ring = parts.ring();
        decided = parts.matching().finished();
        journal = parts.journal();
        availability = parts.availability();
        counting = parts.counting();
        crowd = Math.min(CROWD, parts.settings().batchCommands() / 2);
        covered = decided.get();
    }

    @Override
    public int pump() {
        if (availability.failed()) {
            return 0;
        }
        long before = durable.get();
        if (journal.settle()) {
            durable.set(covered);
            long last = decided.get();
            if (last > covered && makeDurable(last)) {
                covered = last;
            }
            if (journal.settle()) {
                durable.set(covered);
            }
        }
        return (int) (durable.get() - before);
    }

    /** Whether it is done or under way. */
    private boolean makeDurable(long last) {
        boolean owed = journal.pendingBytes() > 0;
        if (owed && availability.fullJustNow()) {
            return false;
        }
        boolean beside = owed && ring.claimed() - last >= crowd;
        try {
            if (beside) {
                journal.startBatch();
            } else {
                journal.write();
            }
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            availability.noRoom(e);
            return false;
        }
        if (!beside) {
            journal.force();
        }
        if (owed) {
            availability.roomAgain();
            counting.batch();
        }
        return true;
    }

    @Override
    public Sequence finished() {
        return durable;
    }
}
