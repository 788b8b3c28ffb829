package daybook.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.Producer.Acknowledgement;
import daybook.log.TopicPartition;
import daybook.log.kafka.SeqMemory.Known;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeqMemoryTest {
    private final SeqMemory memory = new SeqMemory();
    private final Target target = new Target(new TopicPartition("orders", 0), "orders", memory);
    private final Map<Long, Sent> last = new HashMap<>();
    private int duplicates;

    private final Acknowledgement counts = new Acknowledgement() {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {
            duplicates++;
        }

        @Override
        public void failed(LogException error) {}
    };

    @Test
    void whatIsOnItsWayOrStoredIsKnownInAnyOrderOfSending() {
        assertThat(enter(10)).isEqualTo(Known.NOTHING);
        assertThat(enter(30)).isEqualTo(Known.NOTHING);
        assertThat(enter(20)).isEqualTo(Known.NOTHING);
        assertThat(enter(20)).isEqualTo(Known.ON_ITS_WAY);

        stored(20);

        assertThat(duplicates).isEqualTo(1);
        assertThat(enter(20)).isEqualTo(Known.STORED);
        assertThat(enter(10)).isEqualTo(Known.ON_ITS_WAY);
        assertThat(enter(5)).isEqualTo(Known.NOTHING);
    }

    @Test
    void whatFailedIsSentAnew() {
        enter(1);
        enter(2);
        memory.failed(sent(1));

        assertThat(enter(1)).isEqualTo(Known.NOTHING);
        assertThat(enter(1)).isEqualTo(Known.ON_ITS_WAY);
        stored(1);
        assertThat(enter(1)).isEqualTo(Known.STORED);
    }

    @Test
    void theNewestAreKeptAndNoneOnItsWayIsForgotten() {
        enter(1);
        for (long seq = 2; seq <= 3L * SeqMemory.KEPT; seq++) {
            enter(seq);
            stored(seq);
        }
        assertThat(enter(1)).isEqualTo(Known.ON_ITS_WAY);
        stored(1);
        enter(3L * SeqMemory.KEPT + 1);

        assertThat(enter(2)).as("too old").isEqualTo(Known.NOTHING);
        assertThat(enter(2L * SeqMemory.KEPT + 5)).isEqualTo(Known.STORED);
    }

    @Test
    void itKnowsWhatAPlainMapKnows() {
        long seed = 20261130;
        Random random = new Random(seed);
        Map<Long, Known> model = new HashMap<>();
        List<Long> onTheirWay = new ArrayList<>();
        long next = 0;
        for (int step = 0; step < 50_000; step++) {
            long seq = random.nextInt(4) > 0 ? next++ : next - random.nextInt(2_000);
            Known expected = model.getOrDefault(seq, Known.NOTHING);
            assertThat(seq < 0 ? expected : enter(seq))
                    .as("seed %d, step %d, seq %d", seed, step, seq)
                    .isEqualTo(expected);
            if (seq >= 0 && expected == Known.NOTHING) {
                model.put(seq, Known.ON_ITS_WAY);
                onTheirWay.add(seq);
            }
            while (!onTheirWay.isEmpty() && random.nextBoolean()) {
                long answered = onTheirWay.remove(random.nextInt(onTheirWay.size()));
                if (random.nextInt(10) == 0) {
                    memory.failed(sent(answered));
                    model.remove(answered);
                } else {
                    stored(answered);
                    model.put(answered, Known.STORED);
                }
            }
        }
    }

    private Known enter(long seq) {
        Sent next = new Sent(target, seq, counts, new Outcomes());
        Known known = memory.enter(seq, next, counts);
        if (known == Known.NOTHING && seq != Producer.NO_SEQ) {
            last.put(seq, next);
        }
        return known;
    }

    private void stored(long seq) {
        sent(seq).tellStored();
    }

    private Sent sent(long seq) {
        Sent found = last.get(seq);
        if (found == null) {
            throw new IllegalStateException("seq: " + seq + " (expected: one that was sent)");
        }
        return found;
    }
}
