package daybook.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** RELIABILITY T-B2: what is nearly an event, a fill or a command is read, or refused by name; nothing else ever happens. */
class MutatedInputTest {
    private static final int MUTATIONS = Boolean.getBoolean("daybook.long") ? 3_000_000 : 60_000;
    private static final long SEED = 20261130;

    @Test
    void theJsonOfEvents() {
        refuses(Samples.events().stream().map(EventJson::toBytes).toList(), EventJson::readEvent);
    }

    @Test
    void theJsonOfFills() {
        refuses(List.of(EventJson.toBytes(Samples.fill())), EventJson::readFill);
    }

    @Test
    void thePayloadsOfEvents() {
        List<byte[]> good = new ArrayList<>();
        Samples.events().forEach(event -> good.add(payload(to -> EventCodec.encode(event, to))));
        refuses(good, bytes -> EventCodec.decode(1, little(bytes)));
    }

    @Test
    void thePayloadsOfCommands() {
        List<byte[]> good = new ArrayList<>();
        Samples.commands().forEach(command -> good.add(payload(to -> CommandCodec.encode(command, 7, to))));
        refuses(good, bytes -> CommandCodec.decode(little(bytes)));
    }

    private static void refuses(List<byte[]> good, Consumer<byte[]> reader) {
        Random random = new Random(SEED);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = Mutation.of(good.get(i % good.size()), random);
            try {
                reader.accept(bytes);
            } catch (EventFormatException expected) {
                refused++;
            } catch (RuntimeException | StackOverflowError other) {
                throw new AssertionError(
                        "mutation " + i + " of seed " + SEED + ": "
                                + HexFormat.of().formatHex(bytes),
                        other);
            }
        }
        assertThat(refused).isBetween(MUTATIONS / 4, MUTATIONS - 1);
    }

    private static byte[] payload(Consumer<ByteBuffer> encoder) {
        ByteBuffer to = ByteBuffer.allocate(2_048).order(ByteOrder.LITTLE_ENDIAN);
        encoder.accept(to);
        byte[] bytes = new byte[to.position()];
        to.flip().get(bytes);
        return bytes;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
