package daybook.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ServiceStatus.Light;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Consumers on a real broker that goes back or forgets: one that owns its partitions by a lease, and one that is a member of
 * a group. Each number has to be applied once, without a restart, and what cannot be is said.
 */
class KafkaConsumerTest {
    @TempDir
    Path folder;

    /** A broker without replicas that lost power. What it had is sent again, at other offsets and behind other records. */
    @Test
    void aBrokerThatWentBackIsReadAgainAndNothingIsPassedOver() {
        try (TestBroker broker = TestBroker.start(Map.of());
                NumbersService service = new NumbersService(broker.address(), "back.", folder)) {
            service.publish(numbers(1, 100));
            service.awaitApplied(100);
            broker.stop();
            broker.copyTo(folder.resolve("earlier"));
            broker.restart();
            service.publish(numbers(101, 200));
            service.awaitApplied(200);
            broker.kill();
            broker.putBack(folder.resolve("earlier"));
            broker.restart();

            List<String> again = new ArrayList<>(numbers(101, 200));
            Collections.reverse(again);
            service.publish(numbers(201, 300));
            service.publish(again);

            service.awaitApplied(300);
            service.await(Light.GREEN, "");
        }
    }

    /** K-04: an alarm with the range, never a jump. The way out: make the topic again, and its writer sends everything. */
    @Test
    void whatRetentionDroppedUnreadIsNamedAndATopicThatIsMadeAgainIsReadFromItsStart() throws Exception {
        String address = TestBroker.shared().address();
        try (NumbersService service = new NumbersService(address, "gone.", folder);
                Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            service.publish(numbers(1, 20));
            service.awaitApplied(20);
            service.stop();
            service.publish(numbers(21, 60));
            admin.deleteRecords(Map.of(new TopicPartition("gone.numbers", 0), RecordsToDelete.beforeOffset(50)))
                    .all()
                    .get();
            service.start();

            service.await(Light.RED, "numbers-0 stopped: records 20..49 were not read and are gone");
            assertThat(service.applied()).isEqualTo(20);

            admin.deleteTopics(List.of("gone.numbers")).all().get();
            service.makeTopic();
            service.publish(numbers(1, 60));
            service.awaitApplied(60);
            service.await(Light.GREEN, "");
        }
    }

    private static List<String> numbers(int from, int to) {
        List<String> numbers = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
