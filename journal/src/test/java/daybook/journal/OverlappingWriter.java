package daybook.journal;

/** Starts batches and does not wait for them: the next groups are begun meanwhile. */
class OverlappingWriter extends PassingWriter {
    OverlappingWriter(JournalWriter writer) {
        super(writer);
    }

    @Override
    public void write() {
        startBatch();
    }

    @Override
    public void force() {
        settle();
    }
}
