package daybook.bench;

import daybook.app.broker.BrokerPlan;
import daybook.app.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The real Apache Kafka that two contestants measure themselves on: one node on this machine, as {@code daybook broker start} makes it. */
public final class KafkaServer {
    private static @Nullable String brokers;

    private KafkaServer() {}

    /** Its address; started at the first call, and stopped when this process ends. */
    public static synchronized String address() throws IOException {
        String known = brokers;
        if (known == null) {
            Path directory = Path.of("bench", "target", "broker").toAbsolutePath();
            Scratch.delete(directory);
            LocalBroker broker = new LocalBroker(directory, line -> System.err.println("broker: " + line));
            known = broker.start(BrokerPlan.plain(directory)).brokers();
            Runtime.getRuntime().addShutdownHook(new Thread(broker::stop, "broker-end"));
            brokers = known;
        }
        return known;
    }
}
