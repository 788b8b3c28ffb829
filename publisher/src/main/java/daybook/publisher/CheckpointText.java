package daybook.publisher;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The checkpoint as text, so that somebody who is woken up at night can read it:
 *
 * <pre>
 * daybook publisher checkpoint 1
 * venue 5f0c...
 * mark LINE TOPIC-ID OFFSET:SEQ:TIME ...     one end per partition, time in ms; lines rise
 * crc 1a2b3c4d                                     CRC32C of all bytes above
 * </pre>
 */
final class CheckpointText {
    private static final String FIRST = "daybook publisher checkpoint 1";

    private CheckpointText() {}

    static byte[] write(Checkpoint checkpoint) {
        StringBuilder text = new StringBuilder(FIRST).append('\n');
        text.append("venue ").append(checkpoint.venueId()).append('\n');
        for (Mark mark : checkpoint.marks()) {
            text.append("mark ").append(mark.line()).append(' ').append(mark.topicId());
            for (Mark.End end : mark.ends()) {
                text.append(' ')
                        .append(end.offset())
                        .append(':')
                        .append(end.seq())
                        .append(':')
                        .append(end.timeMs());
            }
            text.append('\n');
        }
        String crc = crc(text.toString());
        text.append("crc ").append(crc).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The checkpoint, or nothing if these are not exactly the bytes that were written. */
    static Optional<Checkpoint> read(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int crcAt = text.lastIndexOf("crc ");
        if (crcAt < 0 || !text.substring(crcAt).equals("crc " + crc(text.substring(0, crcAt)) + "\n")) {
            return Optional.empty();
        }
        try {
            return parse(text.substring(0, crcAt).split("\n", -1));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Checkpoint> parse(String[] lines) {
        if (lines.length < 3 || !lines[0].equals(FIRST) || !lines[1].startsWith("venue ")) {
            return Optional.empty();
        }
        List<Mark> marks = new ArrayList<>();
        for (int i = 2; i < lines.length - 1; i++) {
            marks.add(mark(lines[i]));
        }
        return Optional.of(new Checkpoint(UUID.fromString(lines[1].substring("venue ".length())), marks));
    }

    private static Mark mark(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 3 || !words[0].equals("mark")) {
            throw new IllegalArgumentException("checkpoint line: " + line + " (expected: mark)");
        }
        List<Mark.End> ends = new ArrayList<>();
        for (int i = 3; i < words.length; i++) {
            ends.add(end(words[i].split(":", -1)));
        }
        return new Mark(Long.parseLong(words[1]), UUID.fromString(words[2]), ends);
    }

    private static Mark.End end(String[] numbers) {
        if (numbers.length != 3) {
            throw new IllegalArgumentException("checkpoint end: " + numbers.length + " numbers (expected: 3)");
        }
        return new Mark.End(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }

    private static String crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
