package daybook.journal;

/** Starts forces and does not wait for them: the next batch is written meanwhile. */
class OverlappingWriter extends PassingWriter {
    OverlappingWriter(JournalWriter writer) {
        super(writer);
    }

    @Override
    public void write() {
        settle();
        super.write();
    }

    @Override
    public void force() {
        startForce();
    }
}
