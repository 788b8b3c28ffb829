package daybook.exchange.pipeline;

import daybook.journal.Disk;
import java.util.List;

/** How far back a recovery may have to read, for those who pack or delete old segments. Changes nothing. */
public final class SnapshotLines {
    private SnapshotLines() {}

    /**
     * The last event of the older of the two newest snapshots; 0 if there are not two, or if one is damaged: then the journal is
     * needed from its beginning.
     *
     * @throws ExchangeRefusedException if a snapshot is another venue's
     */
    public static long oldestNeeded(Disk disk, ExchangeHome home) {
        SnapshotStore store = new SnapshotStore(disk, home.snapshots(), home.venueId());
        List<Long> newest =
                store.newestFirst().stream().limit(SnapshotStore.KEPT).toList();
        if (newest.size() < SnapshotStore.KEPT) {
            return 0;
        }
        long oldest = Long.MAX_VALUE;
        for (long commandSeq : newest) {
            try {
                oldest = Math.min(oldest, store.read(commandSeq).header().seq());
            } catch (SnapshotDamagedException damaged) {
                return 0;
            }
        }
        return oldest;
    }
}
