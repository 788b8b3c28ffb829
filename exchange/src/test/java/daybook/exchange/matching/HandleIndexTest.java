package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleIndexTest {
    /** Goal: whatever was inserted and not removed is found. Method: few hashes, so that entries push each other aside. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 5_000})
    void whatIsThereIsFound(int hashes) {
        Random random = new Random(hashes);
        HandleIndex index = new HandleIndex();
        Map<Integer, Integer> hashOf = new HashMap<>();
        int most = Math.min(hashes * 3, 3_000);
        for (int i = 0; i < 20_000; i++) {
            int order = 1 + random.nextInt(most);
            Integer known = hashOf.remove(order);
            if (known != null) {
                index.remove(known, order);
            } else {
                int hash = random.nextInt(hashes);
                index.insert(hash, order);
                hashOf.put(order, hash);
            }
            int probe = 1 + random.nextInt(most);
            assertThat(isThere(index, hashOf.getOrDefault(probe, 0), probe)).isEqualTo(hashOf.containsKey(probe));
        }
        hashOf.forEach((order, hash) -> assertThat(isThere(index, hash, order)).isTrue());
    }

    private static boolean isThere(HandleIndex index, int hash, int order) {
        for (int at = index.first(hash); at >= 0; at = index.next(at, hash)) {
            if (index.orderAt(at) == order) {
                return true;
            }
        }
        return false;
    }
}
