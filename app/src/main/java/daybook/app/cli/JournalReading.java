package daybook.app.cli;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.journal.Disk;
import daybook.journal.EntryKind;
import daybook.journal.FileDisk;
import daybook.journal.JournalTailer;
import daybook.journal.StatedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads a journal without touching it, up to the line that it states itself; also while a venue writes it. */
final class JournalReading {
    private static final int BATCH = 1_000;

    private final Disk disk = new FileDisk();
    private final Path directory;

    /** Shown commands and events in the order of the journal. */
    interface Visitor {
        void command(long commandSeq, long time, Command command);

        void event(Event event);
    }

    /** @param directory a data directory, or the journal directory in it */
    JournalReading(Path directory) {
        this.directory = directoryOf(directory);
    }

    static Path directoryOf(Path given) {
        Path inside = given.resolve("journal");
        return Files.isDirectory(inside) ? inside : given;
    }

    /** Whether it is a journal directory: one of a data directory, even empty, or one with segments. */
    static boolean isJournal(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        if (Files.exists(directory.resolveSibling("venue.id"))) {
            return true;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.getFileName().toString().contains(".journal"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    Path directory() {
        return directory;
    }

    /** The line as far as it is stated now. */
    long durableSeq() {
        try (StatedLine line = new StatedLine(disk, directory)) {
            line.refresh();
            return line.seq();
        }
    }

    /** Every event from one on, up to the stated line. */
    void events(long fromSeq, Consumer<Event> consumer) {
        long upTo = durableSeq();
        try (JournalTailer tailer = JournalTailer.events(disk, directory, fromSeq)) {
            int shown = 1;
            while (shown > 0) {
                shown = tailer.poll(
                        upTo,
                        BATCH,
                        (kind, number, payload, last) -> consumer.accept(EventCodec.decode(number, payload)));
            }
        }
    }

    /** Every command and event. */
    void entries(Visitor visitor) {
        long upTo;
        try (StatedLine line = new StatedLine(disk, directory)) {
            line.refresh();
            upTo = line.commandSeq();
        }
        try (JournalTailer tailer = JournalTailer.entries(disk, directory, 1)) {
            int shown = 1;
            while (shown > 0) {
                shown = tailer.poll(upTo, BATCH, (kind, number, payload, last) -> {
                    if (kind == EntryKind.COMMAND) {
                        CommandCodec.Timed timed = CommandCodec.decode(payload);
                        visitor.command(number, timed.timeMicros(), timed.command());
                    } else {
                        visitor.event(EventCodec.decode(number, payload));
                    }
                });
            }
        }
    }
}
