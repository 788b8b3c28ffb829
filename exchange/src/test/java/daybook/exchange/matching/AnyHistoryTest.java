package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.Event;
import daybook.events.TimeInForce;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Goal: the promises hold in histories nobody thought of. Method: seeded random commands, every promise checked after each. */
class AnyHistoryTest {
    private static final int COMMANDS = 4_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("daybook.long") ? 200 : 12);
    }

    private static List<Event> apply(MatchingEngine engine, Command command, long time) {
        List<Event> answer = new ArrayList<>();
        engine.apply(command, time, new EventRecords(answer::add));
        return answer;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsEverLostOrMadeUp(long seed) {
        RandomCommands commands = new RandomCommands(seed);
        MatchingEngine engine = new MatchingEngine();
        EventFold fold = new EventFold();
        Set<Event.Kind> seen = EnumSet.noneOf(Event.Kind.class);
        for (int i = 0; i < COMMANDS; i++) {
            Command command = commands.next(fold.lastOrderId());

            List<Event> answer = apply(engine, command, commands.time());

            answer.forEach(fold::hear);
            answer.forEach(event -> seen.add(event.kind()));
            fold.agreesWith(engine);
            assertThat(answer.isEmpty())
                    .as("seed %d: %s", seed, command)
                    .isIn(false, command instanceof Command.CancelAll);
            if (command instanceof Command.NewOrder order && order.timeInForce() == TimeInForce.FOK) {
                assertThat(EventFold.allOrNothing(answer, order.quantity()))
                        .as("seed %d: %s", seed, order)
                        .isTrue();
            }
        }
        assertThat(seen).containsAll(EnumSet.complementOf(EnumSet.of(Event.Kind.BOOK_UPDATE)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameCommandsGiveTheSameEventsAndTheSameBytes(long seed) {
        RandomCommands commands = new RandomCommands(seed);
        RandomCommands again = new RandomCommands(seed);
        MatchingEngine first = new MatchingEngine();
        MatchingEngine second = new MatchingEngine();
        for (int i = 0; i < COMMANDS; i++) {
            List<Event> answer = apply(first, commands.next(i), commands.time());
            assertThat(apply(second, again.next(i), again.time())).isEqualTo(answer);
        }
        assertThat(bytes(second)).isEqualTo(bytes(first));
        assertThat(second.stateHash()).isEqualTo(first.stateHash());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRestoredEngineGoesOnAsIfNothingHadHappened(long seed) {
        Random random = new Random(seed);
        RandomCommands commands = new RandomCommands(seed);
        MatchingEngine engine = new MatchingEngine();
        MatchingEngine restored = new MatchingEngine();
        for (int i = 0; i < COMMANDS; i++) {
            if (random.nextInt(200) == 0) {
                byte[] snapshot = bytes(restored);
                restored = MatchingEngine.read(new SnapshotInput(ByteBuffer.wrap(snapshot)));
                assertThat(bytes(restored)).isEqualTo(snapshot);
                assertThat(restored.stateHash()).isEqualTo(engine.stateHash());
            }
            Command command = commands.next(i);
            List<Event> answer = apply(engine, command, commands.time());
            assertThat(apply(restored, command, commands.time()))
                    .as("seed %d step %d", seed, i)
                    .isEqualTo(answer);
        }
        assertThat(bytes(restored)).isEqualTo(bytes(engine));
    }

    static byte[] bytes(MatchingEngine engine) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SnapshotOutput out = new SnapshotOutput(
                512, chunk -> bytes.write(chunk.array(), chunk.arrayOffset() + chunk.position(), chunk.remaining()));
        engine.writeTo(out);
        out.finish();
        return bytes.toByteArray();
    }
}
