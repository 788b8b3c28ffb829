package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Where a group goes on, durably: frames are appended and forced, and now and then the file is written anew. Confined to the
 * group's lock.
 */
final class GroupFile implements AutoCloseable {
    private static final long REWRITE_BYTES = 1 << 20;
    private static final int OFFSET_BYTES = 16 + 4 + 8;
    private static final int SHARE_BYTES = OFFSET_BYTES + 1 + 4;

    private final Disk disk;
    private final Path path;
    private final String group;
    private final GroupState state;
    private @Nullable DiskFile file;
    private long position;
    private long number;

    private GroupFile(Disk disk, Path path, String group, GroupState state) {
        this.disk = disk;
        this.path = path;
        this.group = group;
        this.state = state;
    }

    /** Reads what is there. A later commit replaces an earlier one, so a damaged frame is passed over, with a notice. */
    static GroupFile open(Disk disk, Path path, String group, Consumer<String> notices) {
        return new GroupFile(disk, path, group, load(disk, path, group, notices));
    }

    /** What a group's file says, without opening it for writing. */
    static GroupState load(Disk disk, Path path, String group, Consumer<String> notices) {
        GroupState state = new GroupState();
        if (!disk.exists(path)) {
            return state;
        }
        try (DiskFile file = disk.openReadOnly(path)) {
            FrameReader reader = new FrameReader(file);
            if (!reader.at(0) || !isHead(reader, group)) {
                notices.accept("group " + group + ": " + path + " is not its file; it begins again");
                return state;
            }
            long at = reader.after(0);
            long size = file.sizeBytes();
            while (at < size) {
                if (reader.at(at)) {
                    apply(reader, state);
                    at = reader.after(at);
                } else {
                    notices.accept("group " + group + ": " + path + " is damaged or torn at byte " + at);
                    at = nextGood(reader, at, size);
                }
            }
        }
        return state;
    }

    GroupState state() {
        return state;
    }

    /** Remembers offsets. Durable when it returns. */
    void commit(Map<Identity, Long> nextOffsets) {
        state.offsets().putAll(nextOffsets);
        append(offsets(LogFormat.OFFSETS, nextOffsets));
    }

    /** Remembers what became of lent records. Durable when it returns. */
    void share(Map<Identity, List<GroupState.Loan>> loans) {
        append(shares(loans));
    }

    /** Everything below these offsets is done. Durable when it returns. */
    void shareFrom(Map<Identity, Long> starts) {
        append(offsets(LogFormat.SHARE_START, starts));
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    private void append(ByteBuffer frame) {
        DiskFile open = file;
        if (open == null || position > REWRITE_BYTES) {
            rewrite();
            return;
        }
        int bytes = frame.remaining();
        open.write(frame, position);
        open.force();
        position += bytes;
    }

    /** The state, which holds what is being appended already, in a new file. */
    private void rewrite() {
        close();
        disk.createDirectories(WholeFile.parent(path));
        number = 0;
        ByteBuffer head = head();
        ByteBuffer committed = offsets(LogFormat.OFFSETS, state.offsets());
        ByteBuffer starts = offsets(LogFormat.SHARE_START, state.shareStarts());
        ByteBuffer loans = shares(state.loans());
        ByteBuffer content =
                Frame.newBuffer(head.remaining() + committed.remaining() + starts.remaining() + loans.remaining());
        content.put(head).put(committed).put(starts).put(loans).flip();
        position = content.remaining();
        WholeFile.replace(disk, path, content);
        file = disk.open(path);
    }

    private ByteBuffer head() {
        byte[] name = group.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = Frame.newBuffer(Frame.sizeOf(6 + name.length));
        frame.position(Frame.HEADER_BYTES);
        frame.putInt(LogFormat.VERSION).putShort((short) name.length).put(name);
        return sealed(frame, LogFormat.GROUP, 0);
    }

    private ByteBuffer offsets(byte kind, Map<Identity, Long> offsets) {
        ByteBuffer frame = Frame.newBuffer(Frame.sizeOf(4 + OFFSET_BYTES * offsets.size()));
        frame.position(Frame.HEADER_BYTES);
        frame.putInt(offsets.size());
        offsets.forEach((place, offset) -> putPlace(frame, place).putLong(offset));
        return sealed(frame, kind, ++number);
    }

    private ByteBuffer shares(Map<Identity, List<GroupState.Loan>> loans) {
        int count = loans.values().stream().mapToInt(List::size).sum();
        ByteBuffer frame = Frame.newBuffer(Frame.sizeOf(4 + SHARE_BYTES * count));
        frame.position(Frame.HEADER_BYTES);
        frame.putInt(count);
        loans.forEach((place, ofPlace) -> ofPlace.forEach(loan -> putPlace(frame, place)
                .putLong(loan.offset())
                .put(loan.state().code())
                .putInt(loan.deliveries())));
        return sealed(frame, LogFormat.SHARE, ++number);
    }

    private static ByteBuffer putPlace(ByteBuffer frame, Identity place) {
        return frame.putLong(place.topicId().getMostSignificantBits())
                .putLong(place.topicId().getLeastSignificantBits())
                .putInt(place.partition());
    }

    private static ByteBuffer sealed(ByteBuffer frame, byte kind, long number) {
        int payload = frame.position() - Frame.HEADER_BYTES;
        Frame.seal(frame, 0, kind, (byte) 0, number, payload, new CRC32C());
        return frame.position(0).limit(Frame.sizeOf(payload));
    }

    private static boolean isHead(FrameReader reader, String group) {
        ByteBuffer buffer = reader.buffer();
        int at = reader.payloadAt();
        if (reader.kind() != LogFormat.GROUP || buffer.getInt(at) != LogFormat.VERSION) {
            return false;
        }
        byte[] name = new byte[Short.toUnsignedInt(buffer.getShort(at + 4))];
        buffer.get(at + 6, name);
        return new String(name, StandardCharsets.UTF_8).equals(group);
    }

    private static long nextGood(FrameReader reader, long bad, long size) {
        long at = bad + Long.BYTES;
        while (at < size && !reader.at(at)) {
            at += Long.BYTES;
        }
        return at;
    }

    private static void apply(FrameReader reader, GroupState state) {
        ByteBuffer from = reader.buffer().duplicate().order(reader.buffer().order());
        from.position(reader.payloadAt());
        byte kind = reader.kind();
        int count = from.getInt();
        Map<Identity, Long> offsets = new TreeMap<>(GroupState.BY_PLACE);
        for (int i = 0; i < count; i++) {
            Identity place = new Identity(new UUID(from.getLong(), from.getLong()), from.getInt());
            long offset = from.getLong();
            if (kind == LogFormat.SHARE) {
                state.apply(place, new GroupState.Loan(offset, GroupState.LoanState.of(from.get()), from.getInt()));
            } else {
                offsets.put(place, offset);
            }
        }
        if (kind == LogFormat.OFFSETS) {
            state.offsets().putAll(offsets);
        } else if (kind == LogFormat.SHARE_START) {
            offsets.forEach(state::shareFrom);
        }
    }
}
