package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.BatchHandler;
import daybook.delivery.DeliveryMode;
import daybook.log.TopicPartition;
import daybook.posttrade.World;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ledgers that look right and are wrong: the scenarios that {@link LedgerTest} runs must catch each of them. */
class PlantedBugsTest {
    @TempDir
    Path dir;

    private World world;

    @BeforeEach
    void open() {
        world = new World(dir);
    }

    @Test
    void withoutASeenGuardARedeliveryIsCaught() {
        caught(() -> LedgerScenarios.redelivery(world, new NoGuard(), 7));
    }

    /** "Skip what is at or below the last trade applied in this partition" loses the trade that was sent again. */
    @Test
    void aWatermarkIsCaughtByTheFillThatComesLate() {
        Map<TopicPartition, Long> last = new HashMap<>();
        BatchHandler watermark = new PlainBooks() {
            @Override
            boolean isNew(ReadFill read) {
                long order = Position.order(read.fill().tradeId(), read.fill().side());
                Long before = last.get(read.origin().place());
                last.merge(read.origin().place(), order, Math::max);
                return before == null || order > before;
            }
        };

        caught(() -> LedgerScenarios.aFillThatComesLate(world, watermark, 7));
    }

    @Test
    void theOffsetAsIdentityIsCaughtByAFillAtTwoOffsets() {
        Set<String> seen = new HashSet<>();
        BatchHandler offsets = new PlainBooks() {
            @Override
            boolean isNew(ReadFill read) {
                return seen.add(read.origin().place() + "@" + read.origin().offset());
            }
        };

        caught(() -> LedgerScenarios.oneFillAtTwoOffsets(world, offsets, 7));
    }

    /** The right books, the cursor committed first: what was read and not applied is lost. Commits: 1 takes over, 2 the cursor. */
    @Test
    void committingBeforeProcessingIsCaughtByACrash() {
        caught(() -> LedgerScenarios.aCrash(world, DeliveryMode.AT_MOST_ONCE, Books::new, 2, true));
    }

    /** Books that trust the cursor, and a cursor that moves in a transaction of its own: what was applied is applied again. */
    @Test
    void theOffsetOutsideTheTransactionIsCaughtByACrash() {
        caught(() -> LedgerScenarios.aCrash(world, DeliveryMode.AT_LEAST_ONCE, NoGuard::new, 2, true));
    }

    private static void caught(ThrowingCallable scenario) {
        assertThatThrownBy(scenario).isInstanceOf(AssertionError.class).hasMessageContaining("acct-");
    }

    private static final class NoGuard extends PlainBooks {
        @Override
        boolean isNew(ReadFill read) {
            return true;
        }
    }
}
