package daybook.log.kafka;

import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.Heard;
import daybook.log.Log;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Sample;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;

/** What has to hold on Kafka beside clients that are not ours. Also run with the mistakes that it must notice. */
final class Beside {
    private static final TopicPartition PLACE = place("orders", 0);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Log log;
    private final ForeignWriters others;

    /** @param log with topics of its own */
    Beside(Log log, KafkaLogSettings settings) {
        this.log = log;
        this.others = new ForeignWriters(settings);
    }

    /** K-06: the partitions are those of the project's list, and those that Kafka's own client chooses. */
    void aKeyHasOnePlaceWhoeverWrites() throws ExecutionException, InterruptedException {
        List<String> keys = List.of("INFY", "TCS", "RELIANCE", "HDFCBANK", "SBIN", "WIPRO");
        Map<Integer, List<Integer>> expected =
                Map.of(3, List.of(0, 2, 2, 0, 1, 0), 12, List.of(9, 5, 11, 0)); // the list has four of twelve
        for (Map.Entry<Integer, List<Integer>> each : expected.entrySet()) {
            String name = "of" + each.getKey();
            log.createTopic(topic(name, each.getKey()));
            Map<String, Integer> ours = new HashMap<>();
            try (Producer producer = log.producer("p")) {
                for (String key : keys) {
                    producer.send(name, OptionalInt.empty(), record(key, key), Producer.NO_SEQ, new Heard());
                }
                producer.flush();
            }
            for (int partition = 0; partition < each.getKey(); partition++) {
                for (String key : values(Sample.all(log, place(name, partition)))) {
                    ours.put(key, partition);
                }
            }

            assertThat(ours).isEqualTo(others.places(name, keys));
            assertThat(keys.stream().map(ours::get).toList())
                    .startsWith(each.getValue().toArray(Integer[]::new));
        }
    }

    /** K-07: what lies behind an open transaction is given to nobody, its place is told, and all goes on by itself when it ends. */
    void anOpenTransactionHoldsReadersUpUntilItEnds() throws ExecutionException, InterruptedException {
        log.createTopic(topic("orders", 1));
        write(log, PLACE, 0, 2);
        try (OwnedReader reader = log.owned("g", List.of(PLACE))) {
            assertThat(values(Sample.poll(reader, 2, PATIENCE.multipliedBy(10))))
                    .containsExactly("0", "1");
            assertThat(log.heldAt(PLACE)).isEmpty();
            try (KafkaProducer<byte[], byte[]> other = others.open("orders")) {
                write(log, PLACE, 2, 3);

                assertThat(Sample.poll(reader, 1, PATIENCE)).isEmpty();
                assertThat(log.heldAt(PLACE)).hasValue(2);
                other.abortTransaction();
            }

            assertThat(values(Sample.poll(reader, 1, PATIENCE.multipliedBy(10))))
                    .containsExactly("2");
            assertThat(log.heldAt(PLACE)).isEmpty();
        }
    }
}
