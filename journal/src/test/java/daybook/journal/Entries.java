package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes and reads small text entries; what they say depends only on their numbers. */
final class Entries {
    static final UUID VENUE = UUID.fromString("00000000-0000-4000-8000-00000000d0b0");
    static final JournalSettings SMALL =
            new JournalSettings(VENUE, 1, 16 << 10, JournalSettings.DEFAULT_MAX_PENDING_BYTES);

    private Entries() {}

    /** One group: a command and {@code events} events. Returns the commandSeq. */
    static long group(JournalWriter writer, int events) {
        String command = "c" + writer.nextCommandSeq();
        writer.begin(200).put(bytes(command));
        long commandSeq = writer.endCommand();
        for (int i = 0; i < events; i++) {
            String event = "e" + writer.nextSeq() + " of " + command;
            writer.begin(200).put(bytes(event));
            writer.endEvent();
        }
        writer.endGroup();
        return commandSeq;
    }

    /** {@code groups} groups of 0, 1, 2, 3, 0, 1 ... events, one batch and one force each. */
    static void batches(JournalWriter writer, int groups) {
        for (int i = 0; i < groups; i++) {
            group(writer, (int) (writer.nextCommandSeq() % 4));
            writer.write();
            writer.force();
        }
    }

    /** All entries as text, {@code |} marking the last of a group. */
    static List<String> all(Disk disk, Path directory, long upToCommandSeq) {
        List<String> seen = new ArrayList<>();
        try (JournalTailer tailer = JournalTailer.entries(disk, directory, 1)) {
            while (tailer.poll(upToCommandSeq, 1000, into(seen)) > 0) {}
        }
        return seen;
    }

    /** What {@link #all} must show after {@link #batches} up to that command. */
    static List<String> expected(long commands) {
        List<String> entries = new ArrayList<>();
        long seq = 1;
        for (long c = 1; c <= commands; c++) {
            entries.add("c" + c + (c % 4 == 0 ? "|" : ""));
            for (int e = 1; e <= c % 4; e++) {
                entries.add("e" + seq++ + " of c" + c + (e == c % 4 ? "|" : ""));
            }
        }
        return entries;
    }

    /** Events among {@link #expected}. */
    static long eventsIn(long commands) {
        return expected(commands).stream()
                .filter(entry -> entry.startsWith("e"))
                .count();
    }

    static EntryVisitor into(List<String> seen) {
        return (kind, number, payload, last) -> seen.add(text(payload) + (last ? "|" : ""));
    }

    private static String text(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
