package daybook.lab.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a venue has written, for whoever wants to judge it by a rule of their own. Read from the files with none of the code that
 * wrote them (docs/formats); changes nothing.
 */
public final class Recorded {
    private static final String MARK = "mark ";

    private Recorded() {}

    /**
     * A record of a topic.
     *
     * @param fields of its JSON: texts, longs and flags
     */
    public record Copy(int partition, long offset, String key, Map<String, Object> fields) {}

    /**
     * Shows every event of every whole group of a journal, in order, as the fields of its JSON: texts, longs and flags.
     *
     * @param journal directory of the journal, or the data directory over it
     * @return the last seq; 0 if there is none
     * @throws CheckException if something at or below the stated durable line is damaged or missing
     */
    public static long events(Path journal, Consumer<Map<String, Object>> sink) {
        EventView event = new EventView();
        return JournalFiles.read(journal, (seq, bytes, from, length) -> {
                    event.open(seq, bytes, from, length);
                    sink.accept(event.fields());
                })
                .lastSeq();
    }

    /**
     * Shows every record of a topic, one partition after the other, each in offset order, up to ends measured beforehand.
     *
     * @param log directory of the embedded log, or the data directory over it
     * @param topic full name
     * @throws CheckException if the topic cannot be read, or a record is no flat JSON object
     */
    public static void records(Path log, String topic, Consumer<Copy> sink) {
        LogFiles files = LogFiles.open(log, topic);
        for (int p = 0; p < files.partitions(); p++) {
            files.read(
                    p,
                    found -> sink.accept(new Copy(
                            found.partition(),
                            found.offset(),
                            new String(found.key(), StandardCharsets.UTF_8),
                            FlatJson.fields(found))));
        }
    }

    /**
     * The line that the publisher has saved (docs/formats/publisher-checkpoint.md); 0 if it has saved none.
     *
     * @param data the data directory
     */
    public static long publishedLine(Path data) {
        Path file = data.resolve("publisher.checkpoint");
        if (!Files.exists(file)) {
            return 0;
        }
        try {
            return Files.readString(file, StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> line.startsWith(MARK))
                    .mapToLong(line -> Long.parseLong(line.substring(MARK.length(), line.indexOf(' ', MARK.length()))))
                    .max()
                    .orElse(0);
        } catch (IOException e) {
            throw new CheckException(file + ": " + e.getMessage(), e);
        }
    }
}
