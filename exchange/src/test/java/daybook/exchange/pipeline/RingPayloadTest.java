package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.CommandReader;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.matching.CommandSlot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RingPayloadTest {

    static Stream<Command> commands() {
        return Stream.of(
                new Command.NewOrder("A", "c1", "ABC", Side.SELL, OrderType.MARKET, TimeInForce.FOK, 0, 7),
                new Command.AmendOrder("A", 12, 13, 14),
                new Command.CancelOrder("A", 12),
                new Command.CancelAll("A", "ABC"),
                new Command.CancelAll("A", ""),
                new Command.LoadOrder("A", "", "ABC", Side.BUY, 5, 6),
                new Command.SetSession(SessionState.AUCTION),
                new Command.ChangeInstrument(SimulatedVenue.instrument("ABC", 3)),
                new Command.ChangeAccount(SimulatedVenue.account("A")),
                new Command.ChangeKillSwitch("A", true));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aSlotIsFilledFromThePayloadOfACommand(Command command) {
        ByteBuffer payload = buffer();
        CommandCodec.encode(command, 99, payload);
        CommandSlot read = new CommandSlot();
        read.set(new Command.LoadOrder("LEFT-OVER-ACCOUNT", "LEFT-OVER-ID", "LEFT-OVER-SYMBOL", Side.SELL, 1, 2));

        assertThat(new CommandReader().read(payload.flip(), read)).isEqualTo(99);

        assertThat(read.toCommand()).isEqualTo(command);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCopyIsTheSamePayloadWithAnotherTime(Command command) {
        ByteBuffer untimed = buffer();
        CommandCodec.encode(command, 0, untimed);
        ByteBuffer copy = buffer();
        CommandCodec.copy(untimed, 0, untimed.position(), 99, copy);

        assertThat(CommandCodec.decode(copy.flip())).isEqualTo(new CommandCodec.Timed(99, command));
    }

    /** The longest that the form allows, of each kind that has names. */
    @Test
    void aSlotHasRoomForEveryCommandThatHasTheForm() {
        String account = "a".repeat(32);
        String symbol = "s".repeat(32);
        String client = "c".repeat(36);
        Stream.of(
                        new Command.NewOrder(account, client, symbol, Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 1, 1),
                        new Command.LoadOrder(account, client, symbol, Side.BUY, 1, 1),
                        new Command.CancelAll(account, symbol),
                        new Command.ChangeInstrument(new Instrument(symbol, 9, 9, 18, 1, 1, 100, 0, 0, 0, "ABCDEFGH")))
                .forEach(command -> {
                    assertThat(CommandForm.fault(command)).isNull();
                    ByteBuffer memory = ByteBuffer.allocate(Slot.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                    Slot slot = new Slot(memory);
                    slot.take(command, reply -> {});
                    assertThat(CommandCodec.decode(
                                            memory.slice(0, slot.payloadBytes()).order(ByteOrder.LITTLE_ENDIAN))
                                    .command())
                            .isEqualTo(command);
                });
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(1_024).order(ByteOrder.LITTLE_ENDIAN);
    }
}
