package daybook.lab.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Reads the events of a journal from its files, first to last, changing nothing (docs/formats/journal.md). Works beside a running
 * exchange. Confined to one thread, for one reading.
 */
final class JournalFiles {
    private static final Pattern NAME = Pattern.compile("([0-9]{20})(-[0-9]{20}\\.journal\\.gz|\\.journal)");
    private static final byte[] MAGIC = "DAYBOOKJ".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 128;
    private static final int BATCH = 1;
    private static final int COMMAND = 2;
    private static final int EVENT = 3;
    private static final int END = 4;
    private static final int PRUNED = 5;
    private static final int LAST_OF_GROUP = 1;

    /** Told each event of each whole group. */
    interface Sink {
        void event(long seq, byte[] bytes, int from, int length);
    }

    private record Held(long seq, byte[] payload) {}

    private final Path directory;
    private final Sink sink;
    private final List<Held> group = new ArrayList<>();
    private long nextBatch = 1;
    private long nextCommand = 1;
    private long nextSeq = 1;
    private long firstSeq = 1;
    private long statedSeq;
    private long lastSeq;
    private byte[] venue = new byte[0];

    private JournalFiles(Path directory, Sink sink) {
        this.directory = directory;
        this.sink = sink;
    }

    /**
     * What a reading found.
     *
     * @param firstSeq first event that is kept; 1 unless the journal was pruned
     * @param statedSeq highest event that the files state to be durable
     * @param lastSeq last event that can be read: above the stated one only if the exchange runs or was killed
     */
    record Span(long firstSeq, long statedSeq, long lastSeq) {}

    /**
     * Reads all there is.
     *
     * @param directory of the journal, or the data directory that has it under the name {@code journal}
     * @throws CheckException if something at or below the stated line is damaged or missing
     */
    static Span read(Path directory, Sink sink) {
        Path inner = directory.resolve("journal");
        return new JournalFiles(Files.isDirectory(inner) ? inner : directory, sink).read();
    }

    private Span read() {
        startBehindWhatWasPruned();
        List<Path> segments = segments();
        for (int i = 0; i < segments.size(); i++) {
            segment(segments.get(i), i == segments.size() - 1);
        }
        if (lastSeq < statedSeq) {
            throw new CheckException(directory + ": the journal ends with seq " + lastSeq + " but states seq "
                    + statedSeq + " as durable");
        }
        return new Span(firstSeq, statedSeq, lastSeq);
    }

    private void startBehindWhatWasPruned() {
        Path file = directory.resolve("pruned");
        if (!Files.exists(file)) {
            return;
        }
        try (FrameStream frames = FrameStream.open(file)) {
            if (frames.next() != FrameStream.Met.FRAME || frames.kind() != PRUNED || frames.payloadBytes() != 16) {
                throw frames.wrong("not a prune record");
            }
            nextBatch = frames.number();
            nextCommand = Bytes.i64(frames.array(), frames.payloadAt());
            nextSeq = Bytes.i64(frames.array(), frames.payloadAt() + 8);
            firstSeq = nextSeq;
            lastSeq = nextSeq - 1;
        } catch (NoSuchFileException e) {
            throw new CheckException(file + ": gone while it was read", e);
        }
    }

    /** The segments that are kept, in order; of a plain and an archived one the plain one. */
    private List<Path> segments() {
        TreeMap<Long, Path> byBase = new TreeMap<>();
        try (Stream<Path> names = Files.list(directory)) {
            for (Path file : (Iterable<Path>) names::iterator) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches() && Long.parseLong(name.group(1)) >= nextBatch) {
                    byBase.merge(
                            Long.parseLong(name.group(1)),
                            file,
                            (a, b) -> a.toString().endsWith(".gz") ? b : a);
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new CheckException(directory + ": " + e.getMessage(), e);
        }
        return List.copyOf(byBase.values());
    }

    private void segment(Path file, boolean newest) {
        try (FrameStream frames = open(file)) {
            header(frames);
            FrameStream.Met met = frames.next();
            boolean ended = false;
            while (met == FrameStream.Met.FRAME && !ended) {
                ended = frame(frames);
                met = frames.next();
            }
            // What stands behind the last whole group is a torn tail, or is being written, unless something further on,
            // or a
            // later segment, states that it was durable.
            if (newest) {
                lookForLaterLines(frames);
            } else {
                refuseUnfinishedGroup(frames);
            }
            group.clear();
        }
    }

    /** A segment may be archived between being listed and being opened. */
    private FrameStream open(Path file) {
        try {
            return FrameStream.open(file);
        } catch (NoSuchFileException e) {
            try {
                return FrameStream.open(archived(file));
            } catch (NoSuchFileException e2) {
                throw new CheckException(file + ": gone while it was read", e2);
            }
        }
    }

    private Path archived(Path file) throws NoSuchFileException {
        String base = String.valueOf(file.getFileName()).substring(0, 20);
        try (Stream<Path> names = Files.list(directory)) {
            return names.filter(name -> String.valueOf(name.getFileName()).matches(base + "-[0-9]{20}\\.journal\\.gz"))
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(file.toString()));
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new CheckException(directory + ": " + e.getMessage(), e);
        }
    }

    private void lookForLaterLines(FrameStream frames) {
        while (frames.skipToFrame()) {
            boolean stamp = (frames.kind() == BATCH || frames.kind() == END)
                    && frames.payloadBytes() == 96
                    && Bytes.i64(frames.array(), frames.payloadAt() + 40) == frames.position();
            if (stamp) {
                statedSeq = Math.max(statedSeq, Bytes.i64(frames.array(), frames.payloadAt() + 32));
            }
        }
    }

    private void refuseUnfinishedGroup(FrameStream frames) {
        if (!group.isEmpty() || nextSeq != lastSeq + 1) {
            throw frames.wrong("seq " + (lastSeq + 1) + ": a group that does not end, and a segment behind it");
        }
    }

    private void header(FrameStream frames) {
        byte[] header = frames.head(HEADER);
        CRC32C crc = new CRC32C();
        if (header.length == HEADER) {
            crc.update(header, 0, HEADER - 4);
        }
        if (header.length < HEADER
                || !Arrays.equals(header, 0, 8, MAGIC, 0, 8)
                || Bytes.i32(header, 8) != 1
                || Bytes.i32(header, HEADER - 4) != (int) crc.getValue()) {
            throw new CheckException(frames.file() + ": not the header of a segment of format 1");
        }
        byte[] id = Arrays.copyOfRange(header, 16, 32);
        if (venue.length != 0 && !Arrays.equals(venue, id)) {
            throw new CheckException(frames.file() + ": another venue's segment");
        }
        venue = id;
        long batch = Bytes.i64(header, 40);
        long seq = Bytes.i64(header, 56);
        if (batch != nextBatch || Bytes.i64(header, 48) != nextCommand || seq != nextSeq) {
            throw new CheckException(frames.file() + ": begins with batch " + batch + ", seq " + seq
                    + " (expected: batch " + nextBatch + ", seq " + nextSeq + ", where the one before ends)");
        }
        statedSeq = Math.max(statedSeq, seq - 1);
    }

    /** Takes a frame; true if it is the end mark. */
    private boolean frame(FrameStream frames) {
        int kind = frames.kind();
        if (kind == COMMAND || kind == EVENT) {
            entry(frames, kind);
            return false;
        }
        if (kind != BATCH && kind != END) {
            throw frames.wrong("a frame of kind " + kind);
        }
        stamp(frames);
        if (kind == BATCH) {
            nextBatch++;
        }
        return kind == END;
    }

    private void entry(FrameStream frames, int kind) {
        long expected = kind == COMMAND ? nextCommand++ : nextSeq++;
        if (frames.number() != expected || (frames.flags() & ~LAST_OF_GROUP) != 0) {
            throw frames.wrong("number " + frames.number() + ", flags " + frames.flags() + " (expected: " + expected
                    + ", 0 or 1)");
        }
        if (kind == EVENT) {
            int at = frames.payloadAt();
            group.add(new Held(expected, Arrays.copyOfRange(frames.array(), at, at + frames.payloadBytes())));
        }
        if ((frames.flags() & LAST_OF_GROUP) != 0) {
            for (Held held : group) {
                sink.event(held.seq, held.payload, 0, held.payload.length);
            }
            group.clear();
            lastSeq = nextSeq - 1;
        }
    }

    private void stamp(FrameStream frames) {
        byte[] bytes = frames.array();
        int at = frames.payloadAt();
        boolean right = frames.payloadBytes() == 96
                && frames.number() == nextBatch
                && Bytes.i64(bytes, at) == nextCommand
                && Bytes.i64(bytes, at + 8) == nextSeq
                && Bytes.i64(bytes, at + 40) == frames.position()
                && group.isEmpty();
        if (!right) {
            throw frames.wrong("a batch head or end mark that does not belong here");
        }
        statedSeq = Math.max(statedSeq, Bytes.i64(bytes, at + 32));
    }
}
