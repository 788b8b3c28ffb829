package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import daybook.journal.SimDisk;
import daybook.log.Heard;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: stored bytes that change are refused, by name, or do not matter; they never become other records, or fewer. Hints (index)
 * do not even refuse: the data decide (J-10). Method: every bit, and every length, of each file of a small partition of three
 * segments.
 */
class RotTest {
    private static final Path DIRECTORY = LogWorkload.DIRECTORY.resolve("t-t/0");
    private static final TopicPartition FIRST = place("t", 0);
    private static final TopicPartition SECOND = place("t", 1);
    private static final int EVERY_NTH_BIT = Boolean.getBoolean("daybook.long") ? 1 : 5;

    private final SimDisk disk = new SimDisk();
    private List<StoredRecord> expected = List.of();
    private List<StoredRecord> expectedSecond = List.of();

    @BeforeEach
    void fill() {
        EmbeddedStore store = new EmbeddedStore(disk, LogWorkload.DIRECTORY);
        try (EmbeddedLog log = store.open(LogWorkload.small(store))) {
            log.createTopic(topic("t", 2));
            append(log, 0, 25);
            append(log, 1, 17);
            expected = all(log, FIRST);
            expectedSecond = all(log, SECOND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000.seg", "00000000000000000010.seg", "00000000000000000020.seg"})
    void everyFlippedBitOfASegmentIsRefusedOrDoesNotMatter(String name) {
        int refused = 0;
        int bits = disk.bytes(DIRECTORY.resolve(name)).length * Byte.SIZE;
        for (int bit = 0; bit < bits; bit += EVERY_NTH_BIT) {
            SimDisk rotten = disk.copy();
            rotten.flipBit(DIRECTORY.resolve(name), bit / 8, bit % 8);
            refused += refusedOrEqual(rotten, DIRECTORY.toString(), name + " bit " + bit) ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(bits / EVERY_NTH_BIT / 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000.seg", "00000000000000000010.seg", "00000000000000000020.seg"})
    void everyShortenedSegmentIsRefusedOrDoesNotMatter(String name) {
        byte[] bytes = disk.bytes(DIRECTORY.resolve(name));
        for (int length = 0; length < bytes.length; length += 1 + length % 3) {
            SimDisk rotten = disk.copy();
            rotten.put(DIRECTORY.resolve(name), Arrays.copyOf(bytes, length));
            refusedOrEqual(rotten, DIRECTORY.toString(), name + " cut to " + length);
        }
    }

    /** The stated line proves what was durable, also where no mark of a close does. */
    @Test
    void everyFlippedBitAfterAKillIsRefusedOrDoesNotMatter() {
        SimDisk killed = disk.copy();
        EmbeddedStore store = new EmbeddedStore(killed, LogWorkload.DIRECTORY);
        EmbeddedLog log = store.open(LogWorkload.small(store));
        append(log, 0, 3);
        expected = all(log, FIRST);
        killed.restart();

        Path last = DIRECTORY.resolve("00000000000000000020.seg");
        for (int bit = 0; bit < killed.bytes(last).length * Byte.SIZE; bit += EVERY_NTH_BIT) {
            SimDisk rotten = killed.copy();
            rotten.flipBit(last, bit / 8, bit % 8);
            refusedOrEqual(rotten, DIRECTORY.toString(), "bit " + bit);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000.index", "00000000000000000020.index", "line"})
    void everyFlippedBitOfAHintDoesNotMatter(String name) {
        int bits = disk.bytes(DIRECTORY.resolve(name)).length * Byte.SIZE;
        for (int bit = 0; bit < bits; bit++) {
            SimDisk rotten = disk.copy();
            rotten.flipBit(DIRECTORY.resolve(name), bit / 8, bit % 8);
            assertThat(refusedOrEqual(rotten, "nothing", name + " bit " + bit)).isFalse();
        }
    }

    @Test
    void aDamagedTopicFileIsRefused() {
        Path file = LogWorkload.DIRECTORY.resolve("t-t/topic");
        for (int bit = 0; bit < disk.bytes(file).length * Byte.SIZE; bit++) {
            SimDisk rotten = disk.copy();
            rotten.flipBit(file, bit / 8, bit % 8);
            assertThat(refusedOrEqual(rotten, file.toString(), "bit " + bit)).isTrue();
        }
    }

    /** What may happen to the files that are not segments. */
    enum Harm {
        DELETED,
        EMPTIED,
        ONE_BYTE_SHORTER,
        ZEROED,
        SWAPPED_WITH_THE_OTHER_PARTITION,
        ENDING_BEHIND_THE_DATA
    }

    /** J-10. */
    @ParameterizedTest
    @EnumSource
    void indexesAreOnlyAHint(Harm harm) {
        EmbeddedStore store = new EmbeddedStore(disk, LogWorkload.DIRECTORY);
        for (String name : disk.list(DIRECTORY)) {
            if (name.endsWith(".index") || harm != Harm.ENDING_BEHIND_THE_DATA && name.equals("line")) {
                harm(harm, DIRECTORY.resolve(name));
            }
        }

        try (EmbeddedLog log = store.open(LogWorkload.small(store))) {
            assertThat(all(log, FIRST)).isEqualTo(expected);
            assertThat(all(log, SECOND)).isEqualTo(expectedSecond);
            Heard again = new Heard();
            send(log, 0, 0, 26, again);
            assertThat(again.duplicates)
                    .as("seqs are remembered without a hint, too")
                    .hasSize(25);
            assertThat(again.stored).containsExactly(25L);
        }
        assertThat(store.notices).anyMatch(line -> line.contains("t-0: index of segment"));
    }

    private void harm(Harm harm, Path file) {
        byte[] bytes = disk.bytes(file);
        Path other = file.resolveSibling("../1").normalize().resolve(file.getFileName());
        switch (harm) {
            case DELETED -> disk.delete(file);
            case EMPTIED -> disk.put(file, new byte[0]);
            case ONE_BYTE_SHORTER -> disk.put(file, Arrays.copyOf(bytes, bytes.length - 1));
            case ZEROED -> disk.put(file, new byte[bytes.length]);
            case SWAPPED_WITH_THE_OTHER_PARTITION -> {
                byte[] others = disk.exists(other) ? disk.bytes(other) : new byte[0];
                disk.put(other, bytes);
                disk.put(file, others);
            }
            case ENDING_BEHIND_THE_DATA -> {
                EmbeddedStore store = new EmbeddedStore(disk, LogWorkload.DIRECTORY);
                try (EmbeddedLog log = store.open(LogWorkload.small(store))) {
                    PartitionFiles files =
                            new PartitionFiles(disk, DIRECTORY, FIRST, new Identity(log.topicId("t"), 0));
                    Segment wrong = new Segment(
                            LogPaths.baseOf(file.getFileName().toString().replace(".index", ".seg")));
                    wrong.mark(wrong.base() + 3, 100_000);
                    wrong.reaches(wrong.base() + 1_000, 200_000);
                    SegmentIndex.store(files, wrong);
                }
            }
        }
    }

    /** True if the log, or a read, refused and named the place; false if everything is as it was. */
    private boolean refusedOrEqual(SimDisk rotten, String named, String what) {
        EmbeddedStore store = new EmbeddedStore(rotten, LogWorkload.DIRECTORY);
        try (EmbeddedLog log = store.open(LogWorkload.small(store))) {
            assertThat(all(log, FIRST)).as(what).isEqualTo(expected);
            assertThat(all(log, SECOND)).as(what).isEqualTo(expectedSecond);
            return false;
        } catch (LogException e) {
            assertThat(e.kind()).as(what).isEqualTo(LogException.Kind.CORRUPT);
            assertThat(e).as(what).hasMessageContaining(named);
            return true;
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            return fail(what, e);
        }
    }

    private static void append(EmbeddedLog log, int partition, int count) {
        int from = (int) log.endOffset(place("t", partition));
        for (int n = from; n < from + count; n += 4) {
            send(log, partition, n, Math.min(n + 4, from + count), new Heard());
        }
    }

    private static void send(EmbeddedLog log, int partition, int from, int to, Heard heard) {
        try (Producer producer = log.producer("p")) {
            for (int n = from; n < to; n++) {
                producer.send("t", OptionalInt.of(partition), LogWorkload.record(partition, n), n, heard);
            }
            producer.flush();
        }
    }
}
