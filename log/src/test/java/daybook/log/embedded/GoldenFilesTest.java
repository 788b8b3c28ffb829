package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.Disk;
import daybook.journal.SimDisk;
import daybook.log.Header;
import daybook.log.Heard;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The files of format 1, kept as they were first released: this version still writes them so, byte for byte, and opens them. A
 * change that breaks this test needs a new format number. {@code -Ddaybook.golden=DIR} writes them into a directory.
 */
class GoldenFilesTest {
    private static final Path ROOT = Path.of("/venue/log");
    private static final TopicPartition PLACE = place("fills.v1", 1);
    private static final List<String> FILES = List.of(
            "groups/g-ledger",
            "t-fills.v1/topic",
            "t-fills.v1/1/00000000000000000000.seg",
            "t-fills.v1/1/00000000000000000004.seg",
            "t-fills.v1/1/line",
            "t-fills.v1/1/start");

    @Test
    void thisVersionWritesTheFilesOfFormatOne() throws IOException {
        SimDisk disk = new SimDisk();
        fill(disk);

        String directory = System.getProperty("daybook.golden", "");
        for (String name : FILES) {
            byte[] written = disk.bytes(ROOT.resolve(name));
            if (!directory.isEmpty()) {
                Path file = Path.of(directory).resolve(resource(name));
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.write(file, written);
            }
            assertThat(written).as(name).isEqualTo(golden(name));
        }
    }

    @Test
    void thisVersionOpensTheFilesOfFormatOne() {
        SimDisk expected = new SimDisk();
        List<StoredRecord> records = fill(expected);
        SimDisk disk = new SimDisk();
        FILES.forEach(name -> disk.put(ROOT.resolve(name), golden(name)));
        disk.createDirectories(ROOT);

        EmbeddedStore store = new EmbeddedStore(disk, ROOT);
        try (EmbeddedLog log = store.open(settings(store))) {
            assertThat(log.topics()).containsExactly(topic("fills.v1", 2));
            assertThat(log.startOffset(PLACE)).isEqualTo(1);
            assertThat(all(log, PLACE)).isEqualTo(records);
            assertThat(log.committed("ledger", PLACE)).hasValue(5);
            assertThat(write(log, "capture", PLACE, 10, 11, 12, 13).duplicates).hasSize(3);
        }
    }

    private static List<StoredRecord> fill(Disk disk) {
        EmbeddedStore store = new EmbeddedStore(disk, ROOT);
        try (EmbeddedLog log = store.open(settings(store))) {
            log.createTopic(topic("fills.v1", 2));
            write(log, "capture", PLACE, 10, 11, 12);
            LogRecord withHeaders = new LogRecord(
                    new byte[] {1, 2}, new byte[0], List.of(Header.of("ce_id", "f-1-B"), Header.of("ü", "")), 77);
            try (Producer producer = log.producer("other")) {
                producer.send("fills.v1", OptionalInt.of(1), withHeaders, Producer.NO_SEQ, new Heard());
                producer.send("fills.v1", OptionalInt.of(1), record("k", "v"), 3, new Heard());
                producer.flush();
            }
            try (OwnedReader reader = log.owned("ledger", List.of(PLACE))) {
                reader.commit(new TreeMap<>(Map.of(PLACE, 4L)));
                reader.commit(Map.of(PLACE, 5L));
            }
            log.deleteRecords(PLACE, 1);
            return all(log, PLACE);
        }
    }

    private static EmbeddedLogSettings settings(EmbeddedStore store) {
        return store.settings().withSegments(new EmbeddedLogSettings.SegmentSize(4096, 4, 512));
    }

    private static String resource(String name) {
        return "format-1/" + name.replace('/', '_');
    }

    private static byte[] golden(String name) {
        try (InputStream stream = GoldenFilesTest.class.getResourceAsStream("/" + resource(name))) {
            return Objects.requireNonNull(stream, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
