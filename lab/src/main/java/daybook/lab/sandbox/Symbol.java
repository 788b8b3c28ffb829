package daybook.lab.sandbox;

import daybook.log.Partitioner;
import java.nio.charset.StandardCharsets;

/** What is traded; also the key of the records. */
public enum Symbol {
    INFY(151_000),
    TCS(390_000),
    HDFC(165_000),
    RELIANCE(290_000);

    private final long firstPrice;

    Symbol(long firstPrice) {
        this.firstPrice = firstPrice;
    }

    /** Paise. */
    long firstPrice() {
        return firstPrice;
    }

    byte[] key() {
        return name().getBytes(StandardCharsets.UTF_8);
    }

    /** Where its records lie, by the formula of Kafka's own client. */
    public int partition(int partitions) {
        return Partitioner.partition(key(), partitions);
    }
}
