package daybook.journal;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a journal as {@code tail -f} does: across segments, plain and archived, from any number on, while it is written. It
 * remembers its place. It never shows anything above the line that it is given, and what is at or below that line must be there.
 * Confined to one thread.
 */
public final class JournalTailer implements AutoCloseable {
    private static final int WINDOW_BYTES = 64 << 10;

    private final Disk disk;
    private final Path directory;
    private final boolean commandsToo;
    private final long from;
    private final FrameWindow window = new FrameWindow(WINDOW_BYTES);
    private @Nullable SegmentSource source;
    private @Nullable FrameGrammar grammar;
    private Path file;
    private long position;

    private JournalTailer(Disk disk, Path directory, boolean commandsToo, long from) {
        if (from < 1) {
            throw new IllegalArgumentException("from: " + from + " (expected: at least 1)");
        }
        this.disk = disk;
        this.directory = directory;
        this.commandsToo = commandsToo;
        this.from = from;
        file = directory;
    }

    /** Shows events only, from {@code fromSeq} on; the line it is polled with is a seq. */
    public static JournalTailer events(Disk disk, Path directory, long fromSeq) {
        return new JournalTailer(disk, directory, false, fromSeq);
    }

    /** Shows commands and their events, from {@code fromCommandSeq} on; the line it is polled with is a commandSeq. */
    public static JournalTailer entries(Disk disk, Path directory, long fromCommandSeq) {
        return new JournalTailer(disk, directory, true, fromCommandSeq);
    }

    /**
     * Shows what has come.
     *
     * @param upTo the durable line; nothing above it is looked at
     * @param max most entries to show
     * @return how many were shown; 0 if there is nothing new
     * @throws JournalException if what lies at or below the line is damaged, missing or out of order, or no longer kept
     */
    public int poll(long upTo, int max, EntryVisitor visitor) {
        int shown = 0;
        while (shown < max && wants(upTo) && loadNext()) {
            shown += show(visitor);
        }
        return shown;
    }

    @Override
    public void close() {
        if (source != null) {
            source.close();
            source = null;
        }
    }

    /** Whether anything at or below the line is still to come. In a group the rest of it is: commands are durable with it. */
    private boolean wants(long upTo) {
        FrameGrammar at = grammar;
        if (at == null) {
            return from <= upTo;
        }
        return commandsToo ? at.inGroup() || at.nextCommandSeq() <= upTo : at.nextSeq() <= upTo;
    }

    /** Takes the frame in the window and shows it if it is wanted. */
    private int show(EntryVisitor visitor) {
        FrameGrammar following = requireNonNull(grammar);
        ByteBuffer buffer = window.buffer();
        int at = window.at(position);
        Optional<String> problem = following.accept(buffer, at, position);
        if (problem.isPresent()) {
            throw JournalException.at(
                    JournalException.Kind.DAMAGED, file, position, following.nextSeq(), problem.get());
        }
        int payloadBytes = Frame.payloadBytes(buffer, at);
        position += Frame.sizeOf(payloadBytes);
        byte kind = Frame.kind(buffer, at);
        boolean wanted = commandsToo
                ? (kind == EntryKind.COMMAND || kind == EntryKind.EVENT) && following.nextCommandSeq() > from
                : kind == EntryKind.EVENT && following.nextSeq() > from;
        if (!wanted) {
            return 0;
        }
        int payloadAt = at + Frame.HEADER_BYTES;
        buffer.clear().limit(payloadAt + payloadBytes).position(payloadAt);
        visitor.entry(kind, Frame.number(buffer, at), buffer, !following.inGroup());
        buffer.clear();
        return 1;
    }

    /** Brings the next frame into the window. False only while there is no journal at all. */
    private boolean loadNext() {
        if (source == null && !withFreshNames(this::openFirst)) {
            return false;
        }
        while (!loaded()) {
            window.forget();
            if (!loaded() && !withFreshNames(this::moveOn)) {
                FrameGrammar at = requireNonNull(grammar);
                throw JournalException.at(
                        JournalException.Kind.DAMAGED,
                        file,
                        position,
                        at.nextSeq(),
                        "not a whole frame, but commandSeq " + at.nextCommandSeq() + ", seq " + at.nextSeq()
                                + " is at or below the durable line");
            }
        }
        return true;
    }

    /** A segment may be archived between the look at the directory and the opening: then its name is another. */
    private static boolean withFreshNames(BooleanSupplier look) {
        try {
            return look.getAsBoolean();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.NOT_FOUND) {
                throw e;
            }
            return look.getAsBoolean();
        }
    }

    private boolean loaded() {
        return !requireNonNull(grammar).ended() && window.load(requireNonNull(source), position);
    }

    /**
     * Looks at the directory: the segment may have been re-persisted or archived under its name, or have a successor. The
     * successor is looked for first, because a segment that has one is complete.
     */
    private boolean moveOn() {
        List<Path> segments = SegmentName.segments(disk, directory);
        long base = SegmentName.baseBatch(file);
        for (Path segment : segments) {
            long found = SegmentName.baseBatch(segment);
            if (found == base) {
                open(segment);
                if (loaded()) {
                    return true;
                }
            } else if (found > base) {
                return enter(segment);
            }
        }
        return false;
    }

    /** Goes on in the next segment if it begins where this one ended. */
    private boolean enter(Path next) {
        FrameGrammar at = requireNonNull(grammar);
        SegmentSource opened = SegmentSource.open(disk, next);
        try {
            SegmentHeader header = SegmentHeader.read(next, opened);
            if (!at.isFollowedBy(header, position)) {
                return false;
            }
            at.begin(header);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        close();
        file = next;
        source = opened;
        position = SegmentHeader.BYTES;
        window.forget();
        return true;
    }

    /** Finds the last segment that begins at or below the first entry wanted. */
    private boolean openFirst() {
        List<Path> segments = SegmentName.segments(disk, directory);
        for (int i = segments.size() - 1; i >= 0; i--) {
            Path candidate = segments.get(i);
            open(candidate);
            SegmentHeader header = SegmentHeader.read(candidate, requireNonNull(source));
            if ((commandsToo ? header.baseCommandSeq() : header.baseSeq()) <= from) {
                grammar = new FrameGrammar(header);
                position = SegmentHeader.BYTES;
                return true;
            }
        }
        close();
        if (segments.isEmpty()) {
            return false;
        }
        throw new JournalException(
                JournalException.Kind.NOT_KEPT,
                directory + ": " + (commandsToo ? "commandSeq " : "seq ") + from
                        + " is not kept any more (the journal begins in "
                        + segments.get(0).getFileName() + ")");
    }

    private void open(Path segment) {
        close();
        source = SegmentSource.open(disk, segment);
        file = segment;
        window.forget();
    }
}
