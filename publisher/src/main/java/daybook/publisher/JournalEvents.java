package daybook.publisher;

import daybook.journal.Disk;
import daybook.journal.EntryVisitor;
import daybook.journal.JournalTailer;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** The events of a journal on disk, up to its durable line. */
public final class JournalEvents implements EventSource {
    private final Disk disk;
    private final Path directory;
    private final LongSupplier durableSeq;

    /**
     * Events of a journal.
     *
     * @param durableSeq the line: the writer's own in its process, a stated one elsewhere; asked by any thread
     */
    public JournalEvents(Disk disk, Path directory, LongSupplier durableSeq) {
        this.disk = disk;
        this.directory = directory;
        this.durableSeq = durableSeq;
    }

    @Override
    public long durableSeq() {
        return durableSeq.getAsLong();
    }

    @Override
    public Tail from(long seq) {
        JournalTailer tailer = JournalTailer.events(disk, directory, seq);
        return new Tail() {
            @Override
            public int poll(long upToSeq, int max, EntryVisitor visitor) {
                return tailer.poll(upToSeq, max, visitor);
            }

            @Override
            public void close() {
                tailer.close();
            }
        };
    }
}
