package daybook.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.Log;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** On a cluster with clients that are not ours, over a network that loses answers. */
class BesideOthersTest {
    private final KafkaStore store = new KafkaStore();

    @Test
    void aKeyHasOnePlaceWhoeverWrites() throws ExecutionException, InterruptedException {
        try (Log log = store.open()) {
            new Beside(log, store.settings()).aKeyHasOnePlaceWhoeverWrites();
        }
    }

    @Test
    void anOpenTransactionHoldsReadersUpUntilItEnds() throws ExecutionException, InterruptedException {
        try (Log log = store.open()) {
            new Beside(log, store.settings()).anOpenTransactionHoldsReadersUpUntilItEnds();
        }
    }

    @Test
    void aBatchWhoseAnswerWasLostIsStoredOnceAndInItsPlace() throws IOException, InterruptedException {
        try (LostAnswers network = new LostAnswers()) {
            assertThat(network.stored(UnaryOperator.identity())).containsExactly("1", "2", "3");
            assertThat(network.stored(PlantedBugsTest::lessSafe))
                    .as("planted: acks=1, which switches idempotence off")
                    .containsExactly("1", "2", "2", "3");
        }
    }
}
