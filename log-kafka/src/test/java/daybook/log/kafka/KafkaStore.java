package daybook.log.kafka;

import daybook.log.Log;
import daybook.log.LogUnderTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One test's topics and groups on the broker that all tests of this process share, told apart by a prefix. */
final class KafkaStore implements LogUnderTest {
    private static final AtomicInteger STORES = new AtomicInteger();
    private static @Nullable Broker shared;

    private final KafkaLogSettings settings;

    KafkaStore() {
        this.settings = KafkaLogSettings.of(System::nanoTime, broker().address())
                .withPrefix("t" + STORES.incrementAndGet() + ".");
    }

    /** The broker; without one the test is skipped, or fails where {@code KAFKA_REQUIRED=1}. */
    static synchronized Broker broker() {
        if (shared == null) {
            shared = Broker.startOrSkip();
        }
        return shared;
    }

    @Override
    public Log open() {
        return KafkaLog.open(settings);
    }

    KafkaLogSettings settings() {
        return settings;
    }

    /** The broker's time is the wall's. */
    @Override
    public void pass(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Duration session() {
        return Duration.ofMillis(2_500);
    }

    @Override
    public Duration lock() {
        return Duration.ofSeconds(3);
    }

    @Override
    public Duration patience() {
        return Duration.ofMillis(800);
    }

    @Override
    public void close() {}
}
