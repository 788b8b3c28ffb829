package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.poll;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.SimDisk;
import daybook.log.Heard;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.Sample;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another process reads the files while one writes them, after it was killed, and after a power cut. */
class ReadOnlyLogTest {
    private static final TopicPartition PLACE = place("orders", 0);
    private static final Path ROOT = Path.of("/venue/log");

    private final SimDisk disk = new SimDisk();
    private final EmbeddedStore store = new EmbeddedStore(disk, ROOT);
    private EmbeddedLog log = store.open(store.settings().withSegmentRecords(10));
    private final ReadOnlyLog reading = ReadOnlyLog.open(disk, ROOT, () -> 0);

    @BeforeEach
    void create() {
        log.createTopic(topic("orders", 2));
    }

    @Test
    void followsTheWriterAcrossSegments() {
        assertThat(reading.topics()).containsExactly(topic("orders", 2));
        assertThat(reading.topicId("orders")).isEqualTo(log.topicId("orders"));
        assertThat(reading.endOffset(PLACE)).isZero();
        try (Reader tail = reading.tail(List.of("orders"))) {
            for (int i = 0; i < 35; i += 7) {
                write(log, PLACE, i, i + 7);
                assertThat(reading.endOffset(PLACE)).isEqualTo(i + 7);
                assertThat(values(poll(tail, 7))).hasSize(7).startsWith(Integer.toString(i));
            }
        }
        assertThat(values(all(reading, PLACE))).hasSize(35).isEqualTo(values(all(log, PLACE)));
        assertThat(reading.offsetAt(PLACE, Sample.TIME_MS + 1)).isEqualTo(35);
    }

    @Test
    void neverSeesWhatIsNotYetForced() {
        write(log, PLACE, 0, 3);
        disk.failAt(disk.operations() + 2, SimDisk.Fault.FAIL);
        assertThat(write(log, PLACE, 3, 6).failures).hasSize(3);

        assertThat(reading.endOffset(PLACE)).isEqualTo(3);
        assertThat(values(all(reading, PLACE))).containsExactly("0", "1", "2");
        assertThatThrownBy(() -> reading.read(PLACE, 4, 1)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void readsOnWhileAnotherProcessRepairsAfterAKill() {
        write(log, PLACE, 0, 5);
        assertThat(values(reading.read(PLACE, 0, 3))).containsExactly("0", "1", "2");
        disk.releaseLocks();

        log = store.open(store.settings().withSegmentRecords(10));
        write(log, PLACE, 5, 8);

        assertThat(values(reading.read(PLACE, 3, 9))).containsExactly("3", "4", "5", "6", "7");
    }

    @Test
    void withoutTheStatedLineItBelievesWhatTheFramesState() {
        write(log, PLACE, 0, 3);
        write(log, PLACE, 3, 6);
        Path line = ROOT.resolve("t-orders/0/line");
        disk.delete(line);

        assertThat(reading.endOffset(PLACE)).as("what the last batch states").isEqualTo(3);

        log.close();
        disk.delete(line);
        assertThat(reading.endOffset(PLACE)).as("what the close states").isEqualTo(6);
        assertThat(values(all(reading, PLACE))).hasSize(6);
    }

    @Test
    void seesRetentionAndCommits() {
        write(log, PLACE, 0, 25);
        log.deleteRecords(PLACE, 12);
        try (OwnedReader reader = log.owned("g", List.of(PLACE))) {
            reader.commit(Map.of(PLACE, 20L));
        }

        assertThat(reading.startOffset(PLACE)).isEqualTo(12);
        assertThat(values(all(reading, PLACE))).hasSize(13).startsWith("12");
        assertThatThrownBy(() -> reading.read(PLACE, 5, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(reading.groups()).containsExactly("g");
        assertThat(reading.committed("g", PLACE)).hasValue(20);
        assertThat(reading.committed("g", place("orders", 1))).isEmpty();
        assertThat(reading.committed("nobody", PLACE)).isEmpty();
    }

    @Test
    void writesNothingAndRefusesToWrite() {
        write(log, PLACE, 0, 3);
        int operations = disk.operations();

        assertThat(values(all(reading, PLACE))).hasSize(3);
        for (Runnable attempt : List.<Runnable>of(
                () -> reading.producer("p"),
                () -> reading.createTopic(topic("more", 1)),
                () -> reading.owned("g", List.of(PLACE)),
                () -> reading.share("g", List.of("orders"), Duration.ofSeconds(1)),
                () -> reading.resetOffsets("g", Map.of(PLACE, 0L)))) {
            assertThatThrownBy(attempt::run).isInstanceOf(LogException.class).hasMessageContaining("reading only");
        }
        assertThat(disk.operations()).isEqualTo(operations);
    }

    @Test
    void anEmptyOrMissingDirectoryIsALogWithoutTopics() {
        ReadOnlyLog nothing = ReadOnlyLog.open(disk, Path.of("/nowhere"), () -> 0);

        assertThat(nothing.topics()).isEmpty();
        assertThat(nothing.groups()).isEmpty();
        assertThat(nothing.topic("orders")).isEmpty();
    }

    @Test
    void aLargeAppendIsSeenWhole() {
        Heard heard = new Heard();
        try (Producer producer = log.producer("p")) {
            for (int i = 0; i < 3_000; i++) {
                producer.send("orders", OptionalInt.of(1), Sample.record("key", "v" + i), i, heard);
            }
            producer.flush();
        }
        assertThat(all(reading, place("orders", 1))).hasSize(3_000).isEqualTo(all(log, place("orders", 1)));
    }
}
