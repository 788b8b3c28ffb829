package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.DiskException;
import daybook.journal.SimDisk;
import daybook.log.GroupOptions;
import daybook.log.Heard;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.Sample;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How records lie in files, and how files go. */
class StorageTest {
    private static final TopicPartition PLACE = place("orders", 0);
    private static final Path ROOT = Path.of("/venue/log");
    private static final Path DIRECTORY = ROOT.resolve("t-orders/0");

    private final SimDisk disk = new SimDisk();
    private final EmbeddedStore store = new EmbeddedStore(disk, ROOT);
    private EmbeddedLog log = store.open(store.settings().withSegmentRecords(10));

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aPartitionHasNoFileBeforeItsFirstRecord() {
        log.createTopic(topic("orders", 3));
        write(log, place("orders", 1), 0, 1);

        assertThat(disk.list(ROOT.resolve("t-orders"))).containsExactly("1", "topic");
    }

    /** B2. */
    @Test
    void segmentsAreNamedByTheirBaseOffset() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);

        assertThat(segments())
                .containsExactly("00000000000000000000.seg", "00000000000000000010.seg", "00000000000000000020.seg");
        reopen();
        assertThat(values(all(log, PLACE))).hasSize(25).startsWith("0").endsWith("24");
    }

    /** B3. */
    @Test
    void keepingTheLastEightOfTwentyFiveLeavesTwoFiles() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);

        assertThat(log.keepLast("orders", 8)).isEqualTo(1);

        assertThat(segments()).hasSize(2);
        for (int i = 0; i < 2; i++) {
            assertThat(log.startOffset(PLACE)).isEqualTo(17);
            assertThat(log.endOffset(PLACE)).isEqualTo(25);
            assertThat(values(log.read(PLACE, 17, 3))).containsExactly("17", "18", "19");
            assertThatThrownBy(() -> log.read(PLACE, 16, 1)).isInstanceOf(OffsetOutOfRangeException.class);
            reopen();
        }
    }

    /** K3. */
    @Test
    void retentionByAgeDropsWholeSegmentsAndNeverTheLast() {
        log.createTopic(new TopicSpec("orders", 3, Retention.days(7)));
        write(log, PLACE, 0, 25);
        assertThat(log.enforceRetention()).isZero();

        store.pass(Duration.ofDays(8));
        writeNow(25, 26);

        assertThat(log.enforceRetention()).isEqualTo(2);
        assertThat(log.startOffset(PLACE)).isEqualTo(20);
        assertThat(values(all(log, PLACE))).containsExactly("20", "21", "22", "23", "24", "25");
        store.pass(Duration.ofDays(80));
        assertThat(log.enforceRetention()).isZero();
    }

    @Test
    void retentionBySizeDropsTheOldestUntilItFits() {
        log.createTopic(new TopicSpec("orders", 3, new Retention(Retention.FOREVER, 2_000)));
        write(log, PLACE, 0, 60);

        int dropped = log.enforceRetention();

        assertThat(dropped).isBetween(1, 5);
        assertThat(log.startOffset(PLACE)).isEqualTo(10L * dropped);
        assertThat(values(all(log, PLACE)))
                .startsWith(Integer.toString(10 * dropped))
                .endsWith("59");
    }

    @Test
    void aReaderWhoseNextRecordWasDroppedIsToldAndNeverJumps() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);
        try (var reader = log.owned("g", List.of(PLACE))) {
            assertThat(reader.poll(5, Duration.ZERO)).hasSize(5);
            log.deleteRecords(PLACE, 20);

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.poll(5, Duration.ZERO))
                        .isInstanceOfSatisfying(OffsetOutOfRangeException.class, e -> {
                            assertThat(e.offset()).isEqualTo(5);
                            assertThat(e.start()).isEqualTo(20);
                        });
            }
            reader.seek(PLACE, 20);
            assertThat(values(reader.poll(5, Duration.ZERO))).startsWith("20");
        }
    }

    /** K-04: somebody removed the oldest files by hand. */
    @Test
    void missingOldestSegmentsMoveTheStart() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);
        log.resetOffsets("g", Map.of(PLACE, 5L));
        log.close();
        disk.delete(DIRECTORY.resolve("00000000000000000000.seg"));

        log = store.open(store.settings().withSegmentRecords(10));

        assertThat(log.startOffset(PLACE)).isEqualTo(10);
        try (var reader = log.owned("g", List.of(PLACE))) {
            assertThatThrownBy(() -> reader.poll(5, Duration.ZERO)).isInstanceOf(OffsetOutOfRangeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000010.seg", "00000000000000000020.seg"})
    void aMissingSegmentInTheMiddleOrAtTheEndIsRefused(String name) {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);
        log.close();
        disk.delete(DIRECTORY.resolve(name));

        assertThatThrownBy(() -> store.open(store.settings())).isInstanceOfSatisfying(LogException.class, e -> {
            assertThat(e.kind()).isEqualTo(LogException.Kind.CORRUPT);
            assertThat(e).hasMessageContaining("orders-0").hasMessageContaining(ROOT.toString());
        });
        log = new EmbeddedStore(new SimDisk(), ROOT).open(store.settings());
    }

    @Test
    void aNotCleanlyClosedPartitionIsWrittenAnewBeforeItIsServed() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 5);

        disk.restart();
        store.open(store.settings());
        assertThat(store.notices).anyMatch(line -> line.contains("orders-0: was not closed in order"));

        disk.crash(change -> false);
        log = store.open(store.settings());
        assertThat(values(all(log, PLACE))).containsExactly("0", "1", "2", "3", "4");
    }

    @Test
    void aCleanlyClosedLogHasNothingToRepair() {
        log.createTopic(topic("orders", 3));
        write(log, PLACE, 0, 25);

        reopen();
        reopen();

        assertThat(store.notices).isEmpty();
    }

    @Test
    void onlyOneProcessWrites() {
        assertThatThrownBy(() -> store.open(store.settings()))
                .isInstanceOfSatisfying(
                        DiskException.class, e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.LOCKED));
    }

    /** SECURITY 25. */
    @ParameterizedTest
    @ValueSource(strings = {"../x", "..%2f", "/etc/x", "a/../../b", "a\0b", ".", "..", "-x", "", "é"})
    void badNamesAreRefused(String name) {
        assertThatThrownBy(() -> log.createTopic(topic(name, 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.owned(name, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(disk.list(ROOT)).containsExactly("lock");
    }

    @Test
    void namesThatDifferOnlyByCaseAreRefused() {
        log.createTopic(topic("orders", 1));
        log.createTopic(topic("CON", 1));

        assertThatThrownBy(() -> log.createTopic(topic("Orders", 1))).hasMessageContaining("by more than case");
    }

    @Test
    void aRecordLargerThanTheLimitIsRefused() {
        log.createTopic(topic("orders", 1));
        LogRecord large = new LogRecord(new byte[0], new byte[1 << 20], List.of(), 0);
        try (Producer producer = log.producer("p")) {
            assertThatThrownBy(() -> producer.send("orders", OptionalInt.empty(), large, Producer.NO_SEQ, new Heard()))
                    .isInstanceOfSatisfying(
                            LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.TOO_LARGE));
        }
    }

    @Test
    void aBatchLargerThanASegmentAndAWindowComesBackWhole() {
        log.close();
        log = store.open(store.settings());
        log.createTopic(topic("orders", 1));
        try (Producer producer = log.producer("p")) {
            for (int i = 0; i < 400; i++) {
                LogRecord record = new LogRecord(new byte[0], new byte[(i * 37) % 3_000], List.of(), i);
                producer.send("orders", OptionalInt.empty(), record, i, new Heard());
            }
            LogRecord large = new LogRecord(new byte[0], new byte[500_000], List.of(), 400);
            producer.send("orders", OptionalInt.empty(), large, 400, new Heard());
            producer.flush();
        }

        for (int run = 0; run < 2; run++) {
            List<StoredRecord> records = all(log, PLACE);
            assertThat(records).hasSize(401);
            for (int i = 0; i < 400; i++) {
                assertThat(records.get(i).record().value()).hasSize((i * 37) % 3_000);
            }
            assertThat(segments()).hasSizeGreaterThan(20);
            reopen();
        }
    }

    /** I-01: a topic of the same name is another topic. */
    @Test
    void aTopicMadeAnewHasAnotherIdAndKeepsNeitherOffsetsNorSeqs() {
        log.createTopic(topic("orders", 1));
        write(log, "p", PLACE, 1, 2, 3);
        log.resetOffsets("g", Map.of(PLACE, 3L));
        UUID old = log.topicId("orders");
        log.close();
        for (String name : disk.list(DIRECTORY)) {
            disk.delete(DIRECTORY.resolve(name));
        }
        disk.delete(ROOT.resolve("t-orders/topic"));

        log = store.open(store.settings());
        log.createTopic(topic("orders", 1));

        assertThat(log.topicId("orders")).isNotEqualTo(old);
        assertThat(log.committed("g", PLACE)).isEmpty();
        assertThat(write(log, "p", PLACE, 3, 4).stored).containsExactly(0L, 1L);
    }

    @Test
    void aReadThatTheDiskRefusesSaysWhereAndMayBeTriedAgain() {
        log.createTopic(topic("orders", 1));
        write(log, PLACE, 0, 3);
        disk.failRead(1);

        assertThatThrownBy(() -> log.read(PLACE, 0, 3))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("orders-0: offset 0");
        assertThat(values(log.read(PLACE, 0, 3))).containsExactly("0", "1", "2");
    }

    @Test
    void joiningForAnUnknownTopicLeavesNoMember() {
        log.createTopic(topic("orders", 1));

        assertThatThrownBy(() -> log.group(GroupOptions.of("g", GroupOptions.Start.EARLIEST, "orders", "none")))
                .hasMessageContaining("none");

        log.resetOffsets("g", Map.of(PLACE, 0L));
    }

    @Test
    void aFullDiskFailsTheAppendAndNothingElse() {
        log.createTopic(topic("orders", 1));
        write(log, PLACE, 0, 3);
        disk.limitBytes(disk.usedBytes() + 100);
        Heard refused = write(log, PLACE, 3, 400);
        assertThat(refused.failures).isNotEmpty().allMatch(e -> e.kind() == LogException.Kind.UNAVAILABLE);

        disk.limitBytes(Long.MAX_VALUE);
        long end = log.endOffset(PLACE);
        assertThat(write(log, PLACE, 1_000, 1_002).stored).containsExactly(end, end + 1);
        List<String> before = values(all(log, PLACE));
        disk.restart();
        log = store.open(store.settings().withSegmentRecords(10));
        assertThat(values(all(log, PLACE))).isEqualTo(before);
    }

    @Test
    void afterAFailedForceNothingIsWrittenUntilTheNextOpening() {
        log.createTopic(topic("orders", 1));
        write(log, PLACE, 0, 3);
        disk.failAt(disk.operations() + 2, SimDisk.Fault.FAIL_AND_MARK_CLEAN);

        assertThat(write(log, PLACE, 3, 4).failures).hasSize(1);
        assertThat(write(log, PLACE, 4, 5).failures)
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessageContaining("the log has stopped"));
        assertThatThrownBy(() -> log.createTopic(topic("more", 1))).hasMessageContaining("stopped");
        assertThat(values(all(log, PLACE))).containsExactly("0", "1", "2");
    }

    private void writeNow(int from, int to) {
        try (Producer producer = log.producer("writer")) {
            for (int i = from; i < to; i++) {
                LogRecord record = Sample.record(
                        "k",
                        Integer.toString(i),
                        Sample.TIME_MS + Duration.ofDays(8).toMillis());
                producer.send("orders", OptionalInt.of(0), record, Producer.NO_SEQ, new Heard());
            }
            producer.flush();
        }
    }

    private List<String> segments() {
        return disk.list(DIRECTORY).stream()
                .filter(name -> name.endsWith(".seg"))
                .toList();
    }

    private void reopen() {
        log.close();
        log = store.open(store.settings().withSegmentRecords(10));
    }
}
