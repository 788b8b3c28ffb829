package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: nothing durable is ever missing from the log and nothing else is ever on it, whatever fails and in whatever order.
 * Method: many random histories ({@link History}), checked after every step; a failing seed is printed and repeats exactly. Then
 * the same histories with a planted bug: the check must see each of them.
 */
class HistoriesTest {
    private static final int SEEDS = Boolean.getBoolean("daybook.long") ? 20_000 : 600;

    @Test
    void nothingDurableIsEverMissingAndNothingElseIsEverPublished() {
        assertThat(firstViolation(Variants.AS_IT_IS)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Variants.class, mode = EnumSource.Mode.EXCLUDE, names = "AS_IT_IS")
    void eachPlantedBugIsCaught(Variants variant) {
        assertThat(firstViolation(variant)).isPresent();
    }

    private static Optional<String> firstViolation(Variants variant) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Optional<String> violation = History.violation(seed, variant);
            if (violation.isPresent()) {
                return Optional.of(variant + ", seed " + seed + ": " + violation.get());
            }
        }
        return Optional.empty();
    }
}
