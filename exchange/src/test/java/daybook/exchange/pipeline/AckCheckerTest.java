package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.exchange.pipeline.AckChecker.Ack;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckCheckerTest {

    @Test
    void overlappingOperationsMayHaveEitherOrder() {
        assertThat(AckChecker.anomalies(List.of(new Ack("a", 1, 5, 2), new Ack("b", 2, 4, 1))))
                .isEmpty();
    }

    @Test
    void anOperationBegunAfterAnAcknowledgementMustComeBehindIt() {
        assertThat(AckChecker.anomalies(List.of(new Ack("a", 1, 2, 2), new Ack("b", 3, 4, 1))))
                .containsExactly("begun after 2 was acknowledged: Ack[name=b, begun=3, acknowledged=4, commandSeq=1]");
    }

    @Test
    void noNumberIsGivenTwice() {
        assertThat(AckChecker.anomalies(List.of(new Ack("a", 1, 2, 2), new Ack("b", 1, 4, 2))))
                .hasSize(1);
    }
}
