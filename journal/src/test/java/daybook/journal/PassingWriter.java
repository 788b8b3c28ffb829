package daybook.journal;

import java.nio.ByteBuffer;

/** Passes everything on; a planted bug overrides one method. */
class PassingWriter implements JournalWriter {
    private final JournalWriter writer;

    PassingWriter(JournalWriter writer) {
        this.writer = writer;
    }

    @Override
    public ByteBuffer begin(int maxPayloadBytes) {
        return writer.begin(maxPayloadBytes);
    }

    @Override
    public long endCommand() {
        return writer.endCommand();
    }

    @Override
    public long endEvent() {
        return writer.endEvent();
    }

    @Override
    public void endGroup() {
        writer.endGroup();
    }

    @Override
    public long nextSeq() {
        return writer.nextSeq();
    }

    @Override
    public long nextCommandSeq() {
        return writer.nextCommandSeq();
    }

    @Override
    public int pendingBytes() {
        return writer.pendingBytes();
    }

    @Override
    public void reserve(int bytes) {
        writer.reserve(bytes);
    }

    @Override
    public void write() {
        writer.write();
    }

    @Override
    public void force() {
        writer.force();
    }

    @Override
    public void startBatch() {
        writer.startBatch();
    }

    @Override
    public boolean settle() {
        return writer.settle();
    }

    @Override
    public void idle() {
        writer.idle();
    }

    @Override
    public long durableSeq() {
        return writer.durableSeq();
    }

    @Override
    public long durableCommandSeq() {
        return writer.durableCommandSeq();
    }

    @Override
    public void close() {
        writer.close();
    }
}
