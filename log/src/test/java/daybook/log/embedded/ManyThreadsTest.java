package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.value;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Heard;
import daybook.log.Producer;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several producers and readers at once, on a real disk. */
class ManyThreadsTest {
    private static final int PRODUCERS = 4;
    private static final int RECORDS = 2_000;

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void eachProducersRecordsStayInOrderAndEachIsReadOnce() throws Exception {
        EmbeddedStore store = EmbeddedStore.in(directory);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (EmbeddedLog log = store.open(store.settings())) {
            log.createTopic(topic("orders", 3));
            AtomicInteger read = new AtomicInteger();
            List<Future<List<StoredRecord>>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                GroupReader reader = log.group(GroupOptions.of("g", GroupOptions.Start.EARLIEST, "orders"));
                readers.add(threads.submit(() -> read(reader, read)));
            }
            List<Future<Heard>> producers = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                producers.add(threads.submit(produce(log, "producer-" + p)));
            }

            for (Future<Heard> producer : producers) {
                assertThat(producer.get().stored).hasSize(RECORDS);
            }
            Map<String, Integer> times = new HashMap<>();
            for (Future<List<StoredRecord>> reader : readers) {
                reader.get().forEach(stored -> times.merge(value(stored), 1, Integer::sum));
            }
            assertThat(times).hasSize(PRODUCERS * RECORDS).containsValue(1).doesNotContainValue(2);
            for (int partition = 0; partition < 3; partition++) {
                inOrderPerProducer(all(log, place("orders", partition)));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Heard> produce(EmbeddedLog log, String id) {
        return () -> {
            Heard heard = new Heard();
            try (Producer producer = log.producer(id)) {
                for (int i = 0; i < RECORDS; i++) {
                    producer.send("orders", OptionalInt.empty(), record("key-" + i % 20, id + ":" + i), i, heard);
                    if (i % 100 == 99) {
                        producer.flush();
                    }
                }
                producer.flush();
            }
            return heard;
        };
    }

    private static List<StoredRecord> read(GroupReader reader, AtomicInteger total) {
        List<StoredRecord> records = new ArrayList<>();
        try (reader) {
            while (total.get() < PRODUCERS * RECORDS) {
                List<StoredRecord> more = reader.poll(50, Duration.ofMillis(2));
                records.addAll(more);
                total.addAndGet(more.size());
                Map<TopicPartition, Long> next = new HashMap<>();
                more.forEach(stored -> next.put(stored.place(), stored.offset() + 1));
                if (!next.isEmpty()) {
                    reader.commit(next);
                }
            }
        }
        return records;
    }

    private static void inOrderPerProducer(List<StoredRecord> records) {
        Map<String, Integer> last = new HashMap<>();
        for (StoredRecord stored : records) {
            String[] parts = value(stored).split(":", -1);
            int n = Integer.parseInt(parts[1]);
            assertThat(n).isGreaterThan(last.getOrDefault(parts[0], -1));
            last.put(parts[0], n);
        }
    }
}
