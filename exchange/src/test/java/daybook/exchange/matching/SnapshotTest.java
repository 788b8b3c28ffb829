package daybook.exchange.matching;

import static daybook.events.Side.BUY;
import static daybook.events.TimeInForce.IOC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private final Floor floor = Floor.open().buy("A", 5, 100).sell("B", 2, 100).sell("C", 2, 105);

    private static MatchingEngine read(byte[] bytes) {
        return MatchingEngine.read(new SnapshotInput(ByteBuffer.wrap(bytes)));
    }

    @Test
    void theSameStateReachedByAnotherWayGivesTheSameBytes() {
        byte[] before = AnyHistoryTest.bytes(floor.engine);
        MatchingEngine detour = read(before);

        // The detour's tables have held other orders, so its numbers for orders and levels differ.
        MatchingEngine twice = read(AnyHistoryTest.bytes(detour));

        assertThat(AnyHistoryTest.bytes(twice)).isEqualTo(before);
        assertThat(twice.stateHash()).isEqualTo(floor.engine.stateHash());
    }

    @Test
    void everyCommandThatChangesAnythingChangesTheHash() {
        long before = floor.engine.stateHash();

        floor.limit("A", "A2", BUY, IOC, 1, 1);
        long afterOrder = floor.engine.stateHash();
        floor.apply(new Command.CancelAll("B", ""));

        assertThat(afterOrder).isNotEqualTo(before);
        assertThat(floor.engine.stateHash()).isEqualTo(afterOrder);
    }

    @Test
    void aCutSnapshotIsRefused() {
        byte[] whole = AnyHistoryTest.bytes(floor.engine);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(SnapshotFormatException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> read(longer)).isInstanceOf(SnapshotFormatException.class);
    }

    @Test
    void anotherVersionIsRefused() {
        byte[] bytes = AnyHistoryTest.bytes(floor.engine);
        bytes[8]++;

        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(SnapshotFormatException.class)
                .hasMessage("engine version: " + (MatchingEngine.VERSION + 1) + " (expected: " + MatchingEngine.VERSION
                        + ")");
    }

    @Test
    void longNamesSurvive() {
        String longest = "a".repeat(CommandSlot.MAX_CLIENT_ORDER_ID);
        floor.limit("A", longest, BUY, IOC, 1, 1);

        MatchingEngine restored = read(AnyHistoryTest.bytes(floor.engine));

        assertThat(restored.order("A", longest))
                .isEqualTo(floor.engine.order("A", longest))
                .isPresent();
    }
}
