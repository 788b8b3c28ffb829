package daybook.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeqSetTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50, 5_000, 1_000_000_000})
    void holdsExactlyWhatWasAddedAlsoAfterBeingStored(int spread) {
        long seed = spread;
        Random random = new Random(seed);
        SeqSet set = new SeqSet();
        TreeSet<Long> expected = new TreeSet<>();
        long seq = 0;
        for (int i = 0; i < 20_000; i++) {
            seq = random.nextInt(10) == 0 ? Math.max(0, seq - random.nextInt(5_000)) : seq + 1 + random.nextInt(spread);
            set.add(seq);
            expected.add(seq);
        }

        ByteBuffer stored = ByteBuffer.allocate(set.sizeBytes());
        set.write(stored);
        assertThat(stored.remaining()).isZero();
        SeqSet read = SeqSet.read(stored.flip());

        assertThat(read.highest()).as("seed " + seed).isEqualTo(expected.last());
        for (int i = 0; i < 20_000; i++) {
            long asked = random.nextInt(2) == 0 ? expected.first() + i : seq - random.nextInt(20_000);
            assertThat(set.contains(asked)).as("seed %s, seq %s", seed, asked).isEqualTo(expected.contains(asked));
            assertThat(read.contains(asked)).as("seed %s, seq %s", seed, asked).isEqualTo(expected.contains(asked));
        }
        assertThat(expected).allMatch(read::contains);
    }
}
