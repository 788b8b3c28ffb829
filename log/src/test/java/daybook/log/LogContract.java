package daybook.log;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Log} must do with topics and records. */
public abstract class LogContract {
    private static final TopicPartition PLACE = place("orders", 0);

    private LogUnderTest store;
    private Log log;

    protected abstract LogUnderTest store();

    @BeforeEach
    void open() {
        store = store();
        log = store.open();
        log.createTopic(topic("orders", 3));
    }

    @AfterEach
    void close() {
        log.close();
        store.close();
    }

    @Test
    void aTopicIsCreatedOnce() {
        UUID id = log.topicId("orders");

        log.createTopic(topic("orders", 3));

        assertThat(log.topicId("orders")).isEqualTo(id);
        assertThat(log.topic("orders")).contains(topic("orders", 3));
        assertThat(log.topics()).contains(topic("orders", 3));
    }

    @Test
    void aTopicWithAnotherPartitionCountIsRefused() {
        assertThatThrownBy(() -> log.createTopic(topic("orders", 4)))
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.TOPIC_MISMATCH));
    }

    @Test
    void anUnknownTopicIsNamed() {
        assertThat(log.topic("nothing")).isEmpty();
        assertThatThrownBy(() -> log.endOffset(place("nothing", 0)))
                .hasMessageContaining("nothing")
                .isInstanceOfSatisfying(
                        LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.UNKNOWN_TOPIC));
        try (Producer producer = log.producer("p")) {
            assertThatThrownBy(() -> producer.send(
                            "nothing", OptionalInt.empty(), record("k", "v"), Producer.NO_SEQ, new Heard()))
                    .isInstanceOfSatisfying(
                            LogException.class, e -> assertThat(e.kind()).isEqualTo(LogException.Kind.UNKNOWN_TOPIC));
        }
    }

    @Test
    void topicsAndTheirIdsSurviveAReopening() {
        UUID id = log.topicId("orders");

        reopen();

        assertThat(log.topicId("orders")).isEqualTo(id);
        assertThat(log.topic("orders")).contains(topic("orders", 3));
    }

    @Test
    void aRecordComesBackAsItWasWritten() {
        List<Header> headers = List.of(Header.of("ce_id", "x-1"), Header.of("ce_id", ""), Header.of("ä", "\u0000é"));
        LogRecord full = new LogRecord("INFY".getBytes(UTF_8), new byte[] {0, -1, 127, 10}, headers, 1234);
        LogRecord empty = new LogRecord(new byte[0], new byte[0], List.of(), 0);
        try (Producer producer = log.producer("p")) {
            producer.send("orders", OptionalInt.of(0), full, Producer.NO_SEQ, new Heard());
            producer.send("orders", OptionalInt.of(0), empty, Producer.NO_SEQ, new Heard());
            producer.flush();
        }

        assertThat(log.read(PLACE, 0, 10))
                .containsExactly(new StoredRecord(PLACE, 0, full), new StoredRecord(PLACE, 1, empty));
    }

    /** B1. */
    @Test
    void oneKeyHasOnePartitionAndItsOffsetsRiseByOne() {
        Heard heard = new Heard();
        try (Producer producer = log.producer("p")) {
            for (int i = 0; i < 25; i++) {
                producer.send("orders", OptionalInt.empty(), record("TCS", "v" + i), Producer.NO_SEQ, heard);
            }
            producer.flush();
        }

        assertThat(heard.places).containsOnly(place("orders", 2));
        assertThat(heard.stored)
                .isEqualTo(IntStream.range(0, 25).mapToObj(Long::valueOf).toList());
        assertThat(values(log.read(place("orders", 2), 20, 10))).containsExactly("v20", "v21", "v22", "v23", "v24");
        assertThat(log.endOffset(place("orders", 2))).isEqualTo(25);
        assertThat(log.endOffset(PLACE)).isZero();
    }

    /** K4. */
    @Test
    void recordsOfAKeyStayInOrderWhateverIsBetweenThem() {
        long seed = 7;
        Random random = new Random(seed);
        Map<String, List<String>> sent = new HashMap<>();
        try (Producer producer = log.producer("p")) {
            for (int i = 0; i < 2_000; i++) {
                String key = "key-" + random.nextInt(50);
                sent.computeIfAbsent(key, k -> new ArrayList<>()).add("v" + i);
                producer.send("orders", OptionalInt.empty(), record(key, "v" + i), Producer.NO_SEQ, new Heard());
                if (random.nextInt(20) == 0) {
                    producer.flush();
                }
            }
            producer.flush();
        }

        Map<String, List<String>> read = new HashMap<>();
        for (int partition = 0; partition < 3; partition++) {
            for (StoredRecord stored : all(log, place("orders", partition))) {
                String key = new String(stored.record().key(), UTF_8);
                assertThat(Partitioner.partition(stored.record().key(), 3)).isEqualTo(partition);
                read.computeIfAbsent(key, k -> new ArrayList<>()).add(Sample.value(stored));
            }
        }
        assertThat(read).as("seed " + seed).isEqualTo(sent);
    }

    @Test
    void acknowledgedRecordsSurviveAReopening() {
        write(log, PLACE, 0, 100);

        reopen();

        assertThat(log.endOffset(PLACE)).isEqualTo(100);
        assertThat(values(all(log, PLACE)))
                .isEqualTo(IntStream.range(0, 100).mapToObj(Integer::toString).toList());
    }

    @Test
    void whatWasNotFlushedFailsAtTheClose() {
        Heard heard = new Heard();
        Producer producer = log.producer("p");
        producer.send("orders", OptionalInt.of(0), record("k", "v"), Producer.NO_SEQ, heard);

        producer.close();

        assertThat(heard.failures.size() + heard.stored.size()).isEqualTo(1);
        // "Not, or not surely": what failed may be there, what was stored is.
        assertThat(log.endOffset(PLACE)).isBetween((long) heard.stored.size(), 1L);
    }

    @Test
    void readingStopsAtTheEndAndIsRefusedBeyondIt() {
        write(log, PLACE, 0, 5);

        assertThat(log.read(PLACE, 5, 10)).isEmpty();
        assertThatThrownBy(() -> log.read(PLACE, 6, 10)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> log.read(PLACE, -1, 10)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void theOffsetOfATimeIsThatOfTheFirstRecordNotBeforeIt() {
        try (Producer producer = log.producer("p")) {
            for (int i = 0; i < 50; i++) {
                producer.send(
                        "orders", OptionalInt.of(0), record("k", "v", 1_000 + 10 * i), Producer.NO_SEQ, new Heard());
                producer.flush();
            }
        }

        assertThat(log.offsetAt(PLACE, 0)).isZero();
        assertThat(log.offsetAt(PLACE, 1_000)).isZero();
        assertThat(log.offsetAt(PLACE, 1_001)).isEqualTo(1);
        assertThat(log.offsetAt(PLACE, 1_490)).isEqualTo(49);
        assertThat(log.offsetAt(PLACE, 1_491)).isEqualTo(50);
    }

    /** B4. */
    @Test
    void aResentSeqIsStoredOnce() {
        try (Producer producer = log.producer("p")) {
            Heard heard = new Heard();
            for (int i = 0; i < 2; i++) {
                producer.send("orders", OptionalInt.of(0), record("k", "v"), 7, heard);
                producer.flush();
            }
            producer.send("orders", OptionalInt.of(1), record("k", "elsewhere"), 7, heard);
            producer.flush();

            assertThat(heard.stored).containsExactly(0L, 0L);
            assertThat(heard.places).containsExactly(PLACE, place("orders", 1));
            assertThat(heard.duplicates).containsExactly(PLACE);
            assertThat(log.endOffset(PLACE)).isEqualTo(1);
        }
    }

    /** Without DURABLE_DEDUP it comes twice, and nothing is lost. */
    @Test
    void aResentSeqIsStoredOnceAlsoAfterAReopening() {
        write(log, "p", PLACE, 1, 2, 3);
        write(log, "other", PLACE, 2);

        reopen();
        Heard heard = write(log, "p", PLACE, 3, 2, 4, 1);

        if (log.has(Log.Capability.DURABLE_DEDUP)) {
            assertThat(heard.duplicates).hasSize(3);
            assertThat(heard.stored).containsExactly(4L);
            assertThat(values(all(log, PLACE))).containsExactly("p-1", "p-2", "p-3", "other-2", "p-4");
        } else {
            assertThat(heard.stored).containsExactly(4L, 5L, 6L, 7L);
            assertThat(values(all(log, PLACE)))
                    .containsExactly("p-1", "p-2", "p-3", "other-2", "p-3", "p-2", "p-4", "p-1");
        }
    }

    /** Findings 1: a watermark would lose it. */
    @Test
    void aLowerSeqThatComesLaterIsNew() {
        try (Producer producer = log.producer("p")) {
            assertThat(send(producer, 1, 2, 5, 6).stored).containsExactly(0L, 1L, 2L, 3L);
            assertThat(send(producer, 3, 4).stored).containsExactly(4L, 5L);
        }
        reopen();
        List<Long> stored = write(log, "p", PLACE, 0, 3, 4).stored;

        assertThat(stored).contains(6L);
        assertThat(values(all(log, PLACE))).startsWith("p-1", "p-2", "p-5", "p-6", "p-3", "p-4", "p-0");
        assertThat(stored).hasSize(log.has(Log.Capability.DURABLE_DEDUP) ? 1 : 3);
    }

    private static Heard send(Producer producer, long... seqs) {
        Heard heard = new Heard();
        for (long seq : seqs) {
            producer.send("orders", OptionalInt.of(0), record("k", "p-" + seq), seq, heard);
        }
        producer.flush();
        return heard;
    }

    @Test
    void oneSeqTwiceInOneFlushIsStoredOnce() {
        Heard heard = write(log, "p", PLACE, 5, 5, 4, 5);

        assertThat(heard.stored).containsExactly(0L, 1L);
        assertThat(heard.duplicates).hasSize(2);
        assertThat(values(all(log, PLACE))).containsExactly("p-5", "p-4");
    }

    protected final Log log() {
        return log;
    }

    protected final void reopen() {
        log.close();
        log = store.open();
    }
}
