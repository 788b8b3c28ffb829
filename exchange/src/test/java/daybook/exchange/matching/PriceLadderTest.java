package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Side;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PriceLadderTest {
    /** Goal: the ladder is a sorted map. Method: the same random changes to both, narrow and wide, growing and shrinking. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void itIsASortedMap(Side side) {
        for (int width : new int[] {3, 100, 5_000, 1_000_000}) {
            Random random = new Random(width);
            PriceLadder ladder = new PriceLadder(side);
            TreeMap<Long, Integer> map = new TreeMap<>();
            for (int i = 1; i < 40_000; i++) {
                boolean shrinks = i / 10_000 % 2 == 1;
                long price = 1L + random.nextInt(width);
                Long known = map.ceilingKey(price);
                if (random.nextInt(10) < (shrinks ? 7 : 3) && known != null) {
                    ladder.remove(known);
                    map.remove(known);
                } else if (!map.containsKey(price)) {
                    ladder.insert(price, i);
                    map.put(price, i);
                }
                agree(ladder, side == Side.BUY ? map.descendingMap() : map, price);
            }
        }
    }

    private static void agree(PriceLadder ladder, NavigableMap<Long, Integer> bestFirst, long price) {
        assertThat(ladder.isEmpty()).isEqualTo(bestFirst.isEmpty());
        assertThat(ladder.best()).isEqualTo(level(bestFirst.firstEntry()));
        assertThat(ladder.worst()).isEqualTo(level(bestFirst.lastEntry()));
        assertThat(ladder.find(price)).isEqualTo(bestFirst.getOrDefault(price, LevelTable.NONE));
        assertThat(ladder.worse(price)).isEqualTo(level(bestFirst.higherEntry(price)));
        assertThat(ladder.better(price)).isEqualTo(level(bestFirst.lowerEntry(price)));
        assertThat(ladder.reaches(price))
                .isEqualTo(!bestFirst.isEmpty() && ladder.satisfies(bestFirst.firstKey(), price));
    }

    private static int level(Map.@Nullable Entry<Long, Integer> entry) {
        return entry == null ? LevelTable.NONE : entry.getValue();
    }
}
