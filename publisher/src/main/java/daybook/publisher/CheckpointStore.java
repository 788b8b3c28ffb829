package daybook.publisher;

/** Keeps the checkpoint. Confined to the publisher's thread. */
public interface CheckpointStore {

    /**
     * What was saved last; nothing (line 0, so that everything is sent again) if it is missing or damaged.
     *
     * @throws PublisherException if it is another venue's
     */
    Checkpoint load();

    /**
     * Replaces the checkpoint, durably: after a crash {@link #load} gives the old one or the new one.
     *
     * @throws daybook.journal.DiskException if the disk refuses; the old one is still there
     */
    void save(Checkpoint checkpoint);
}
