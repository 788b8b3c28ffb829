package daybook.app.fix;

import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.fix.ExecutionFeed;
import daybook.journal.Disk;
import daybook.journal.JournalException;
import daybook.journal.JournalTailer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The journal's events up to the durable line. Confined to the acceptor's thread. */
final class JournalFeed implements ExecutionFeed, AutoCloseable {
    private final Disk disk;
    private final Path journal;
    private final LongSupplier durableSeq;
    private @Nullable JournalTailer tailer;
    private long lastSeq;

    JournalFeed(Disk disk, Path journal, LongSupplier durableSeq) {
        this.disk = disk;
        this.journal = journal;
        this.durableSeq = durableSeq;
    }

    @Override
    public long durableSeq() {
        return durableSeq.getAsLong();
    }

    @Override
    public List<Event> read(long afterSeq, int most) {
        List<Event> events = new ArrayList<>();
        try {
            tailer(afterSeq)
                    .poll(
                            durableSeq(),
                            most,
                            (kind, number, payload, last) -> events.add(EventCodec.decode(number, payload)));
        } catch (JournalException refused) {
            close();
            if (refused.kind() == JournalException.Kind.NOT_KEPT) {
                throw new IllegalStateException(refused.getMessage(), refused);
            }
            throw refused;
        }
        if (!events.isEmpty()) {
            lastSeq = events.get(events.size() - 1).seq();
        }
        return events;
    }

    /** The one that stands there, or a new one. */
    private JournalTailer tailer(long afterSeq) {
        JournalTailer current = tailer;
        if (current == null || lastSeq != afterSeq) {
            close();
            current = JournalTailer.events(disk, journal, afterSeq + 1);
            tailer = current;
            lastSeq = afterSeq;
        }
        return current;
    }

    @Override
    public void close() {
        JournalTailer current = tailer;
        tailer = null;
        if (current != null) {
            current.close();
        }
    }
}
