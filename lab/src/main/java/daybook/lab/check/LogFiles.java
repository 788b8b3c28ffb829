package daybook.lab.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads a topic from the files of the embedded log, changing nothing (docs/formats/log.md). Works beside a running log. The ends
 * are measured when it is opened. Confined to one thread.
 */
final class LogFiles implements RecordSource {
    private static final int FILE = 16;
    private static final int BATCH = 17;
    private static final int CLOSED = 18;
    private static final int LINE = 19;
    private static final int START = 20;
    private static final int TOPIC = 21;
    private static final int IDENTITY = 24;
    private static final int TRIES = 5;
    private static final byte[] CE_ID = "ce_id".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SEQ = "seq".getBytes(StandardCharsets.UTF_8);

    private final Path directory;
    private final byte[] topicId;
    private final int partitions;
    private final long[] starts;
    private final long[] ends;

    private LogFiles(Path directory, byte[] topicId, int partitions) {
        this.directory = directory;
        this.topicId = topicId;
        this.partitions = partitions;
        starts = new long[partitions];
        ends = new long[partitions];
        for (int p = 0; p < partitions; p++) {
            starts[p] = measureStart(p);
            ends[p] = Math.max(measureEnd(p), starts[p]);
        }
    }

    /**
     * Opens a topic and measures its ends.
     *
     * @param log the directory of the log, or the data directory that has it under the name {@code log}
     * @param topic full name
     */
    static LogFiles open(Path log, String topic) {
        Path inner = log.resolve("log");
        Path directory = (Files.isDirectory(inner) ? inner : log).resolve("t-" + topic);
        try (FrameStream frames = FrameStream.open(directory.resolve("topic"))) {
            if (frames.next() != FrameStream.Met.FRAME || frames.kind() != TOPIC || frames.payloadBytes() < IDENTITY) {
                throw frames.wrong("not a topic");
            }
            int at = frames.payloadAt();
            if (Bytes.i32(frames.array(), at) != 1) {
                throw frames.wrong("a version that this check does not know");
            }
            byte[] id = Arrays.copyOfRange(frames.array(), at + 4, at + 20);
            return new LogFiles(directory, id, Bytes.i32(frames.array(), at + 20));
        } catch (NoSuchFileException e) {
            throw new CheckException(directory + ": no such topic", e);
        }
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public long start(int partition) {
        return starts[partition];
    }

    @Override
    public long end(int partition) {
        return ends[partition];
    }

    @Override
    public void read(int partition, Sink sink) {
        List<Path> segments = segments(partition);
        long next = starts[partition];
        for (int i = 0; i < segments.size() && next < ends[partition]; i++) {
            boolean passedOver = i + 1 < segments.size() && base(segments.get(i + 1)) <= next;
            if (!passedOver) {
                next = readSegment(partition, segments.get(i), next, sink);
            }
        }
        if (next < ends[partition]) {
            throw new CheckException(directory.resolve(Integer.toString(partition)) + ": offset " + next
                    + " is missing (the end is " + ends[partition] + ")");
        }
    }

    /** Reads on from an offset to the end of the segment; a file that was replaced meanwhile is opened once more. */
    private long readSegment(int partition, Path segment, long from, Sink sink) {
        long next = from;
        for (int tries = 0; tries < 2; tries++) {
            try (FrameStream frames = FrameStream.open(segment)) {
                identify(frames, FILE, partition);
                FrameStream.Met met = frames.next();
                while (met == FrameStream.Met.FRAME && next < ends[partition]) {
                    if (frames.kind() == BATCH) {
                        next = batch(partition, frames, next, sink);
                    } else if (frames.kind() != CLOSED) {
                        throw frames.wrong("a frame of kind " + frames.kind());
                    }
                    met = frames.next();
                }
                if (met != FrameStream.Met.BAD || next >= ends[partition]) {
                    return next;
                }
                if (tries == 1) {
                    throw frames.wrong("offset " + next + " is damaged (the end is " + ends[partition] + ")");
                }
            } catch (NoSuchFileException e) {
                throw new CheckException(segment + ": dropped by retention while it was read", e);
            }
        }
        return next;
    }

    /** Shows the records of a batch from an offset on; returns the offset behind it. */
    private long batch(int partition, FrameStream frames, long from, Sink sink) {
        byte[] bytes = frames.array();
        int at = frames.payloadAt();
        int count = Bytes.i32(bytes, at + 16);
        int record = at + 22 + Bytes.u16(bytes, at + 20);
        long first = frames.number();
        if (first > from) {
            throw frames.wrong("begins with offset " + first + " (expected: " + from + ")");
        }
        for (int i = 0; i < count; i++) {
            long offset = first + i;
            int size = Bytes.i32(bytes, record);
            if (offset >= from && offset < ends[partition]) {
                sink.record(found(partition, offset, bytes, record + 4));
            }
            record += 4 + size;
        }
        if (record != at + frames.payloadBytes()) {
            throw frames.wrong("a batch whose records do not fill it");
        }
        return Math.max(from, first + count);
    }

    private static Found found(int partition, long offset, byte[] bytes, int record) {
        int at = record + 16;
        int keyBytes = Bytes.i32(bytes, at);
        byte[] key = Arrays.copyOfRange(bytes, at + 4, at + 4 + keyBytes);
        at += 4 + keyBytes;
        int valueBytes = Bytes.i32(bytes, at);
        byte[] value = Arrays.copyOfRange(bytes, at + 4, at + 4 + valueBytes);
        at += 4 + valueBytes;
        String ceId = "";
        String seq = "";
        int headers = Bytes.u16(bytes, at);
        at += 2;
        for (int i = 0; i < headers; i++) {
            int nameBytes = Bytes.u16(bytes, at);
            int nameAt = at + 2;
            at = nameAt + nameBytes;
            int size = Bytes.i32(bytes, at);
            if (Arrays.equals(bytes, nameAt, at, CE_ID, 0, CE_ID.length)) {
                ceId = new String(bytes, at + 4, size, StandardCharsets.UTF_8);
            } else if (Arrays.equals(bytes, nameAt, at, SEQ, 0, SEQ.length)) {
                seq = new String(bytes, at + 4, size, StandardCharsets.UTF_8);
            }
            at += 4 + size;
        }
        return new Found(partition, offset, key, value, ceId, seq);
    }

    private long measureStart(int partition) {
        List<Path> segments = segments(partition);
        long first = segments.isEmpty() ? 0 : base(segments.get(0));
        return stated(partition, "start", START).orElse(first);
    }

    /** The highest line stated: in the file {@code line}, or in the newest segment. */
    private long measureEnd(int partition) {
        long end = stated(partition, "line", LINE).orElse(0L);
        List<Path> segments = segments(partition);
        if (segments.isEmpty()) {
            return end;
        }
        Path newest = segments.get(segments.size() - 1);
        try (FrameStream frames = FrameStream.open(newest)) {
            identify(frames, FILE, partition);
            while (frames.next() == FrameStream.Met.FRAME) {
                if (frames.kind() == BATCH) {
                    end = Math.max(end, Bytes.i64(frames.array(), frames.payloadAt()));
                } else if (frames.kind() == CLOSED) {
                    end = Math.max(end, frames.number());
                }
            }
            return end;
        } catch (NoSuchFileException e) {
            throw new CheckException(newest + ": gone while it was read", e);
        }
    }

    /** The number in a file of one frame; it is rewritten in place, so a bad one is read again a few times. */
    private Optional<Long> stated(int partition, String name, int kind) {
        Path file = directory.resolve(Integer.toString(partition)).resolve(name);
        for (int tries = 0; tries < TRIES; tries++) {
            try (FrameStream frames = FrameStream.open(file)) {
                if (frames.next() == FrameStream.Met.FRAME && frames.kind() == kind && isOurs(frames, partition)) {
                    return Optional.of(frames.number());
                }
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private void identify(FrameStream frames, int kind, int partition) {
        if (frames.next() != FrameStream.Met.FRAME || frames.kind() != kind || !isOurs(frames, partition)) {
            throw frames.wrong("not a segment of this partition");
        }
    }

    private boolean isOurs(FrameStream frames, int partition) {
        int at = frames.payloadAt();
        return frames.payloadBytes() == IDENTITY
                && Arrays.equals(frames.array(), at, at + 16, topicId, 0, 16)
                && Bytes.i32(frames.array(), at + 16) == partition
                && Bytes.i32(frames.array(), at + 20) == 1;
    }

    private List<Path> segments(int partition) {
        List<Path> segments = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve(Integer.toString(partition)))) {
            files.filter(f -> String.valueOf(f.getFileName()).matches("\\d{20}\\.seg"))
                    .sorted()
                    .forEach(segments::add);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new CheckException(directory + ": " + e.getMessage(), e);
        }
        return segments;
    }

    private static long base(Path segment) {
        return Long.parseLong(String.valueOf(segment.getFileName()).substring(0, 20));
    }
}
