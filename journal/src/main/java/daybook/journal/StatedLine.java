package daybook.journal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable line as the files themselves state it, for a reader in another process: each batch says what was durable before it,
 * and so do end marks and segment headers. What was written last is not stated yet; the writer states it when it is idle.
 *
 * <p>After a crash the last batch stays unstated, and so unread, until the exchange has been started again: only it may decide
 * what of that batch is kept. Confined to one thread.
 */
public final class StatedLine implements AutoCloseable {
    private static final int WINDOW_BYTES = 64 << 10;

    private final Disk disk;
    private final Path directory;
    private final FrameWindow window = new FrameWindow(WINDOW_BYTES);
    private final Stamp stamp = new Stamp();
    private @Nullable SegmentSource source;
    private @Nullable Path file;
    private long position;
    private long lastAt;
    private int lastGroupBytes;
    private boolean ended;
    private long batch;
    private long seq;
    private long commandSeq;

    public StatedLine(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    /** Reads what has been stated since. A missing journal states nothing. */
    public void refresh() {
        follow();
        while (reopen()) {
            follow();
        }
    }

    /** Highest batch stated to be durable; 0 if none. */
    long batch() {
        return batch;
    }

    /** Highest event stated to be durable; 0 if none. */
    public long seq() {
        return seq;
    }

    /** Highest command stated to be durable; 0 if none. */
    public long commandSeq() {
        return commandSeq;
    }

    @Override
    public void close() {
        if (source != null) {
            source.close();
            source = null;
        }
    }

    /** From head to head, without looking at the groups. */
    private void follow() {
        window.forget();
        while (source != null && !ended && stampAt(position)) {
            state(stamp.durableBatch, stamp.durableSeq, stamp.durableCommandSeq);
            lastAt = position;
            lastGroupBytes = stamp.groupBytes;
            if (stamp.kind == EntryKind.CLEAN_CLOSE) {
                ended = true;
                return;
            }
            position += Stamp.FRAME_BYTES + stamp.groupBytes;
        }
    }

    /**
     * Looks at the directory.
     *
     * @return whether there is something to follow: another segment, or this one made anew by a recovery
     */
    private boolean reopen() {
        List<Path> segments = SegmentName.segments(disk, directory);
        if (segments.isEmpty()) {
            return false;
        }
        Path last = segments.get(segments.size() - 1);
        boolean same = last.equals(file);
        close();
        SegmentSource opened = SegmentSource.open(disk, last);
        source = opened;
        file = last;
        window.forget();
        if (same && (lastAt == 0 || (stampAt(lastAt) && stamp.groupBytes == lastGroupBytes))) {
            return !ended && stampAt(position);
        }
        SegmentHeader header = SegmentHeader.read(last, opened);
        state(header.baseBatch() - 1, header.baseSeq() - 1, header.baseCommandSeq() - 1);
        position = SegmentHeader.BYTES;
        lastAt = 0;
        ended = false;
        return true;
    }

    private boolean stampAt(long at) {
        return window.load(requireNonNull(source), at)
                && stamp.read(window.buffer(), window.at(at))
                && stamp.offset == at;
    }

    private void state(long statedBatch, long statedSeq, long statedCommandSeq) {
        batch = Math.max(batch, statedBatch);
        seq = Math.max(seq, statedSeq);
        commandSeq = Math.max(commandSeq, statedCommandSeq);
    }
}
