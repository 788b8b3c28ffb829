package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.matching.CommandSlot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandPayloadTest {

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
    void aSlotIsWrittenAsTheCommandIsAndComesBack(Command command) {
        CommandSlot slot = new CommandSlot();
        slot.set(command);
        ByteBuffer fromSlot = buffer();
        CommandPayload.write(slot, 99, fromSlot);
        ByteBuffer fromCommand = buffer();
        CommandCodec.encode(command, 99, fromCommand);

        assertThat(fromSlot.flip()).isEqualTo(fromCommand.flip());
        CommandSlot read = new CommandSlot();
        read.set(new Command.LoadOrder("LEFT", "OVER", "FROM", Side.SELL, 1, 2));
        assertThat(new CommandPayload().read(fromSlot, read)).isEqualTo(99);
        assertThat(read.toCommand()).isEqualTo(command);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(1_024).order(ByteOrder.LITTLE_ENDIAN);
    }
}
