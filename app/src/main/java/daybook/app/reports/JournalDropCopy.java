package daybook.app.reports;

import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.EventFormatException;
import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.JournalException;
import daybook.journal.JournalTailer;
import daybook.journal.StatedLine;
import daybook.posttrade.reconcile.DropCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The journal's events, read from its files without touching them, while the exchange writes them or after it has stopped. */
public final class JournalDropCopy implements DropCopy {
    private final JournalTailer tailer;
    private final LongSupplier durableSeq;
    private final Runnable close;

    private JournalDropCopy(JournalTailer tailer, LongSupplier durableSeq, Runnable close) {
        this.tailer = tailer;
        this.durableSeq = durableSeq;
        this.close = close;
    }

    /** Up to the line that the files state themselves. */
    public static JournalDropCopy of(Disk disk, Path journal) {
        StatedLine line = new StatedLine(disk, journal);
        LongSupplier stated = () -> {
            line.refresh();
            return line.seq();
        };
        return new JournalDropCopy(JournalTailer.events(disk, journal, 1), stated, line::close);
    }

    @Override
    public int poll(int most, Consumer<Event> sink) throws IOException {
        try {
            return tailer.poll(
                    durableSeq.getAsLong(),
                    most,
                    (kind, number, payload, last) -> sink.accept(EventCodec.decode(number, payload)));
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.NOT_KEPT) {
                throw new IncompleteException(String.valueOf(e.getMessage()), e);
            }
            throw new IOException(e.getMessage(), e);
        } catch (DiskException | EventFormatException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        tailer.close();
        close.run();
    }
}
