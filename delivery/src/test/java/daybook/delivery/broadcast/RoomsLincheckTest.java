package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * T-S1. Goal: whatever threads do to a room at once, it is as if they had done it one after another. Method: Lincheck tries the
 * interleavings, and a room that looks before it leaps shows that it would notice.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class RoomsLincheckTest {

    @Test
    void roomsAreAsIfOneThreadUsedThem() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(30)
                .invocationsPerIteration(1_000)
                .check(OneRoom.class);
        new StressOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(20)
                .invocationsPerIteration(2_000)
                .check(OneRoom.class);
    }

    @Test
    void aRoomThatIsForgottenAfterALookAtItLosesWhoJoinsMeanwhile() {
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .threads(2)
                        .actorsPerThread(3)
                        .iterations(100)
                        .check(Careless.class))
                .isInstanceOf(AssertionError.class);
    }

    /** Rooms with one room in it. */
    @Param(name = "member", gen = IntGen.class, conf = "1:3")
    public static class OneRoom {
        private final Rooms<Integer> rooms = new Rooms<>();

        @Operation
        public void join(@Param(name = "member") int member) {
            rooms.join("room", member);
        }

        @Operation
        public void leave(@Param(name = "member") int member) {
            rooms.leave("room", member);
        }

        @Operation
        public boolean isEmpty() {
            return rooms.size("room") == 0;
        }
    }

    /** The planted bug: whether it is empty is asked, and it is forgotten after that. */
    @Param(name = "member", gen = IntGen.class, conf = "1:3")
    public static class Careless {
        private final Map<String, Set<Integer>> rooms = new ConcurrentHashMap<>();

        @Operation
        public void join(@Param(name = "member") int member) {
            rooms.computeIfAbsent("room", room -> ConcurrentHashMap.newKeySet()).add(member);
        }

        @Operation
        public void leave(@Param(name = "member") int member) {
            Set<Integer> members = rooms.get("room");
            if (members != null) {
                members.remove(member);
                if (members.isEmpty()) {
                    rooms.remove("room");
                }
            }
        }

        @Operation
        public boolean isEmpty() {
            Set<Integer> members = rooms.get("room");
            return members == null || members.isEmpty();
        }
    }
}
