package daybook.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors are Kafka's own (UtilsTest.testMurmur2) and those of the features R23, Findings 2 and scenario K-06. */
class PartitionerTest {

    @ParameterizedTest
    @CsvSource({
        "21, -973932308",
        "'', 275646681",
        "abc, 479470107",
        "foobar, -790332482",
        "a-little-bit-long-string, -985981536",
        "a-little-bit-longer-string, -1486304829",
        "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971"
    })
    void hashesAsKafkaDoes(String key, int hash) {
        assertThat(Partitioner.murmur2(key.getBytes(UTF_8))).isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource({
        "INFY, 3, 0",
        "TCS, 3, 2",
        "RELIANCE, 3, 2",
        "HDFCBANK, 3, 0",
        "HDFC, 3, 0",
        "SBIN, 3, 1",
        "WIPRO, 3, 0",
        "'', 3, 0",
        "INFY, 12, 9",
        "TCS, 12, 5",
        "RELIANCE, 12, 11",
        "HDFCBANK, 12, 0",
        "user-7, 12, 8",
        "orders.7, 12, 7",
        "21, 12, 0"
    })
    void placesAsKafkaDoes(String key, int partitions, int partition) {
        assertThat(Partitioner.partition(key.getBytes(UTF_8), partitions)).isEqualTo(partition);
    }

    @Test
    void everyKeyHasOneOfThePartitions() {
        Random random = new Random(42);
        for (int i = 0; i < 10_000; i++) {
            byte[] key = new byte[random.nextInt(40)];
            random.nextBytes(key);
            int partitions = 1 + random.nextInt(1_000);

            assertThat(Partitioner.partition(key, partitions)).isBetween(0, partitions - 1);
        }
    }
}
