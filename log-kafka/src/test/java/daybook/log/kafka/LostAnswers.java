package daybook.log.kafka;

import static daybook.log.Sample.place;
import static daybook.log.Sample.record;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;

import daybook.log.Heard;
import daybook.log.Log;
import daybook.log.Producer;
import daybook.log.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** K-02, K-14: the broker stores a batch, and its answer is lost; the client sends it again on a new connection. */
final class LostAnswers implements AutoCloseable {
    private final LossyProxy proxy;
    private final Broker broker;
    private int runs;

    LostAnswers() throws IOException, InterruptedException {
        KafkaStore.broker(); // skips where no broker can be started
        proxy = new LossyProxy();
        broker = Broker.start(Map.of("advertised.listeners", "PLAINTEXT://" + proxy.address()));
        proxy.leadTo(broker.address());
    }

    /** What lies on the topic after the second of three records was stored without an answer. */
    List<String> stored(UnaryOperator<Map<String, Object>> told) throws InterruptedException {
        KafkaLogSettings settings = KafkaLogSettings.of(System::nanoTime, broker.address())
                .withPrefix("run" + ++runs + ".")
                .withTimeout(Duration.ofSeconds(5));
        Heard heard = new Heard();
        try (Log log = new KafkaLog(settings, told)) {
            log.createTopic(topic("orders", 1));
            try (Producer producer = log.producer("p")) {
                send(producer, 1, heard);
                producer.flush();
                long before = proxy.lostBytes();
                proxy.loseAnswers();
                send(producer, 2, heard);
                while (proxy.lostBytes() == before) {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                proxy.cut();
                send(producer, 3, heard);
                producer.flush();
            }
            return values(Sample.all(log, place("orders", 0)));
        }
    }

    @Override
    public void close() throws IOException {
        broker.close();
        proxy.close();
    }

    private static void send(Producer producer, int seq, Heard heard) {
        producer.send("orders", OptionalInt.of(0), record("k", Integer.toString(seq)), seq, heard);
    }
}
