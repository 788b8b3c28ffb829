package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublishCheckpointTest {
    private final PublishCheckpoint line = new PublishCheckpoint();

    @BeforeEach
    void startBehind100() {
        line.restart(100, ends());
    }

    @Test
    void aHoleHoldsTheLine() {
        send(101, 102, 103, 104);

        ack(101, 102, 104);
        assertThat(line.line()).isEqualTo(102);

        ack(103);
        assertThat(line.line()).isEqualTo(104);
    }

    @Test
    void whatWasNeverSentIsAtTheLine() {
        assertThat(line.line()).isEqualTo(100);
        assertThat(line.inFlight()).isZero();
    }

    @Test
    void gapsInTheNumbersDoNotHoldTheLine() {
        send(105, 110);
        assertThat(line.line()).isEqualTo(104);

        ack(105);
        assertThat(line.line()).isEqualTo(109);

        ack(110);
        assertThat(line.line()).isEqualTo(110);
    }

    @Test
    void anAcknowledgementThatComesTwiceOrForNothingMeansNothing() {
        send(101, 102);

        ack(102, 102, 99, 500);

        assertThat(line.line()).isEqualTo(100);
        assertThat(line.inFlight()).isEqualTo(1);
    }

    @Test
    void numbersMustRise() {
        send(101);

        assertThatIllegalStateException().isThrownBy(() -> line.sent(101, 0));
        assertThatIllegalStateException().isThrownBy(() -> line.sent(7, 0));
    }

    @Test
    void aRestartForgetsWhatIsInFlight() {
        send(101, 102, 103);
        ack(101, 103);

        line.restart(line.line(), ends());

        assertThat(line.line()).isEqualTo(101);
        assertThat(line.inFlight()).isZero();
        line.sent(102, 0);
    }

    @Test
    void offsetsMustRiseWithTheSeqsInWhateverOrderTheyAreHeard() {
        send(101, 102, 103);

        assertThat(line.acked(103, 0, 11)).isTrue();
        assertThat(line.acked(102, 0, 10)).isTrue();
        assertThat(line.acked(101, 0, 10)).as("102 got the same offset").isFalse();

        assertThat(line.line()).as("what came after the cut is not covered").isEqualTo(101);
    }

    @Test
    void anOffsetThatWasTakenBeforeTheConnectMeansTheLogWasCut() {
        send(101);

        assertThat(line.acked(101, 0, 2)).isFalse();

        assertThat(line.line()).isEqualTo(100);
    }

    @Test
    void whatWasThereAlreadyNeedsNoPlace() {
        send(101);

        assertThat(line.acked(101, 0, AckLine.UNKNOWN_OFFSET)).isTrue();

        assertThat(line.line()).isEqualTo(101);
    }

    @Test
    void lineNeverCoversWhatIsInFlightWhateverTheOrder() {
        long seed = 7;
        Random random = new Random(seed);
        TreeSet<Long> inFlight = new TreeSet<>();
        long next = 101;
        for (int i = 0; i < 100_000; i++) {
            if (inFlight.size() < 3_000 && random.nextBoolean()) {
                next += random.nextInt(3) + 1;
                line.sent(next, 0);
                inFlight.add(next);
            } else if (!inFlight.isEmpty()) {
                List<Long> some = new ArrayList<>(inFlight);
                Collections.shuffle(some.subList(0, Math.min(5, some.size())), random);
                line.acked(some.get(0), 0, some.get(0));
                inFlight.remove(some.get(0));
            }
            long expected = inFlight.isEmpty() ? Math.max(next, 100) : inFlight.first() - 1;
            if (line.line() != (next == 101 ? 100 : expected) || line.inFlight() != inFlight.size()) {
                throw new AssertionError("seed " + seed + ", step " + i + ": line " + line.line());
            }
        }
    }

    private void send(long... seqs) {
        for (long seq : seqs) {
            line.sent(seq, 0);
        }
    }

    private void ack(long... seqs) {
        for (long seq : seqs) {
            line.acked(seq, 0, seq);
        }
    }

    private static PartitionEnds ends() {
        return new PartitionEnds(List.of(new Mark.End(3, 0, 0), Mark.End.EMPTY));
    }
}
