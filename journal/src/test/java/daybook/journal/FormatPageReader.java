package daybook.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;

/**
 * Reads a journal by {@code docs/formats/journal.md} alone; shares no code with the journal. Stops where the data end or are
 * torn.
 */
final class FormatPageReader {
    private final List<String> entries = new ArrayList<>();
    private long nextBatch = 1;
    private long nextCommand = 1;
    private long nextEvent = 1;
    private long stated;

    FormatPageReader(Path directory) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(directory)) {
            segments = files.filter(f ->
                            f.toString().endsWith(".journal") || f.toString().endsWith(".journal.gz"))
                    .sorted()
                    .toList();
        }
        for (Path segment : segments) {
            byte[] bytes = Files.readAllBytes(segment);
            if (segment.toString().endsWith(".gz")) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(segment))) {
                    bytes = in.readAllBytes();
                }
            }
            read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), bytes);
        }
    }

    /** As {@link Entries#expected} writes them. */
    List<String> entries() {
        return entries;
    }

    long statedCommandSeq() {
        return stated;
    }

    private void read(ByteBuffer buffer, byte[] bytes) {
        check(new String(bytes, 0, 8, StandardCharsets.US_ASCII).equals("DAYBOOKJ"), "text");
        check(buffer.getInt(8) == 1 && buffer.getInt(12) == 128, "version, header bytes");
        check(buffer.getInt(124) == crc(bytes, 0, 124), "header checksum");
        check(buffer.getLong(40) == nextBatch, "base batch");
        check(buffer.getLong(48) == nextCommand && buffer.getLong(56) == nextEvent, "base numbers");
        stated = Math.max(stated, buffer.getLong(48) - 1);
        List<String> group = new ArrayList<>();
        int at = 128;
        while (isWhole(buffer, bytes, at)) {
            int length = buffer.getInt(at + 4);
            long number = buffer.getLong(at + 8);
            switch (bytes[at + 2]) {
                case 1, 4 -> {
                    check(number == nextBatch && buffer.getLong(at + 24 + 40) == at, "stamp");
                    stated = Math.max(stated, buffer.getLong(at + 24 + 24));
                    nextBatch += bytes[at + 2] == 1 ? 1 : 0;
                }
                case 2, 3 -> {
                    check(number == (bytes[at + 2] == 2 ? nextCommand++ : nextEvent++), "number");
                    boolean last = bytes[at + 3] == 1;
                    group.add(new String(bytes, at + 24, length, StandardCharsets.UTF_8) + (last ? "|" : ""));
                    if (last) {
                        entries.addAll(group);
                        group.clear();
                    }
                }
                default -> throw new IllegalStateException("kind " + bytes[at + 2]);
            }
            at += (24 + length + 7) / 8 * 8;
        }
    }

    private static boolean isWhole(ByteBuffer buffer, byte[] bytes, int at) {
        if (at + 24 > bytes.length || buffer.getShort(at) != (short) 0xDB0C) {
            return false;
        }
        int length = buffer.getInt(at + 4);
        return buffer.getInt(at + 20) == crc(bytes, at, 20)
                && at + 24 + length <= bytes.length
                && buffer.getInt(at + 16) == crc(bytes, at + 24, length);
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what);
        }
    }
}
