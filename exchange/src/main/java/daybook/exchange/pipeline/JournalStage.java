package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import daybook.journal.DiskException;
import daybook.journal.JournalWriter;

/**
 * Makes what matching decided durable: one write and one force for all of it. While few commands wait the force runs here, which
 * is quickest; when a crowd waits it runs beside, and the next batch is decided and written meanwhile.
 *
 * <p>A failed force is never tried again: the system may have thrown the unwritten pages away and call the next force a
 * success. A disk that is full at the write is another matter: the journal has kept the batch, so it is written once there is
 * room, and nothing else is decided before.
 */
final class JournalStage implements Stage {
    /** With so many commands waiting, deciding them meanwhile gains more than handing the force over costs. */
    private static final int CROWD = 1_024;

    private final CommandRing ring;
    private final Sequence decided;
    private final Sequence durable = new Sequence();
    private final JournalWriter journal;
    private final Availability availability;
    private final Counting counting;
    private final int crowd;
    /** Last command in the file. */
    private long written;
    /** Last command that the force under way, or the last one, covers. */
    private long covered;

    JournalStage(Assembly.Parts parts) {
        ring = parts.ring();
        decided = parts.matching().finished();
        journal = parts.journal();
        availability = parts.availability();
        counting = parts.counting();
        crowd = Math.min(CROWD, parts.settings().batchCommands() / 2);
        written = decided.get();
        covered = written;
    }

    @Override
    public int pump() {
        if (availability.failed()) {
            return 0;
        }
        long before = durable.get();
        noteTheEndOfAForce();
        write();
        if (written > covered && journal.settle()) {
            force();
            noteTheEndOfAForce();
        }
        return (int) (durable.get() - before);
    }

    private void noteTheEndOfAForce() {
        if (journal.settle()) {
            durable.set(covered);
        }
    }

    private void write() {
        boolean owed = journal.pendingBytes() > 0;
        if (owed && availability.fullJustNow()) {
            return;
        }
        try {
            journal.write();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            availability.noRoom(e);
            return;
        }
        if (owed) {
            availability.roomAgain();
        }
        written = decided.get();
    }

    private void force() {
        covered = written;
        if (journal.hasUnforced()) {
            counting.batch();
        }
        if (ring.claimed() - written >= crowd) {
            journal.startForce();
        } else {
            journal.force();
        }
    }

    @Override
    public Sequence finished() {
        return durable;
    }
}
