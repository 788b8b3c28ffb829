package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.EventJson;
import daybook.events.Instrument;
import daybook.events.SelfTradeMode;
import daybook.events.Side;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandFormTest {

    static Stream<Command> malformed() {
        return Stream.of(
                SimulatedVenue.buy("", "c", 1, 1),
                SimulatedVenue.buy("A".repeat(33), "c", 1, 1),
                SimulatedVenue.buy("-A", "c", 1, 1),
                SimulatedVenue.buy("A", "", 1, 1),
                SimulatedVenue.buy("A", "c".repeat(37), 1, 1),
                SimulatedVenue.buy("A", "c.d", 1, 1),
                SimulatedVenue.buy("A", "c\r\nd", 1, 1),
                SimulatedVenue.buy("A", "\u0000", 1, 1),
                SimulatedVenue.buy("Ä", "c", 1, 1),
                new Command.CancelOrder("a b", 1),
                new Command.AmendOrder("", 1, 1, 1),
                new Command.CancelAll("A", "=cmd()"),
                new Command.ChangeKillSwitch("..", true),
                new Command.ChangeAccount(new Account(".", true, SelfTradeMode.NONE, 0, 0, 0)),
                instrument("ABC", -1, 0, 2, "INR"),
                instrument("ABC", 256, 0, 2, "INR"),
                instrument("ABC", 2, 0, 19, "INR"),
                instrument("ABC", 2, 0, 2, "inr"),
                instrument("../x", 2, 0, 2, "INR"));
    }

    /** Events carry integers of at most 2^53-1; one that cannot be written would stop the publisher at every start. */
    static Stream<Command> numbersThatNoEventCanCarry() {
        long beyond = EventJson.MAX_INTEGER + 1;
        return Stream.of(
                SimulatedVenue.buy("A", "c", beyond, 1),
                SimulatedVenue.buy("A", "c", 1, beyond),
                SimulatedVenue.buy("A", "c", 1, Long.MAX_VALUE),
                SimulatedVenue.buy("A", "c", Long.MIN_VALUE, 1),
                new Command.LoadOrder("A", "c", "ABC", Side.BUY, 1, beyond),
                new Command.AmendOrder("A", 1, 1, beyond),
                new Command.AmendOrder("A", 1, beyond, 1),
                new Command.AmendOrder("A", beyond, 1, 1),
                new Command.CancelOrder("A", beyond),
                new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, beyond, 1, 1, 0, 0, 0, "INR")),
                new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, 1, beyond, 1, 0, 0, 0, "INR")),
                new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, 1, 1, beyond, 0, 0, 0, "INR")),
                new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, 1, 1, 1, 0, beyond, 0, "INR")),
                new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, 1, 1, 1, 0, 0, beyond, "INR")));
    }

    @ParameterizedTest
    @MethodSource
    void numbersThatNoEventCanCarry(Command command) {
        assertThat(CommandForm.fault(command)).contains("expected: at most 2^53-1");
    }

    @ParameterizedTest
    @MethodSource
    void malformed(Command command) {
        assertThat(CommandForm.fault(command)).isNotNull().doesNotContain("\n", "\r", "\u0000");
    }

    static Stream<Command> wellFormed() {
        return Stream.of(
                SimulatedVenue.buy("A.b_c-9", "c_-9", -EventJson.MAX_INTEGER, EventJson.MAX_INTEGER),
                new Command.AmendOrder("A", EventJson.MAX_INTEGER, EventJson.MAX_INTEGER, EventJson.MAX_INTEGER),
                new Command.CancelOrder("A", EventJson.MAX_INTEGER),
                SimulatedVenue.buy("A".repeat(32), "c".repeat(36), 1, 1),
                new Command.CancelAll("A", ""),
                new Command.ChangeKillSwitch("", true),
                new Command.LoadOrder("A", "", "ABC", Side.BUY, 1, 1),
                instrument("ABC", 9, 9, 18, "EUR"));
    }

    @ParameterizedTest
    @MethodSource
    void wellFormed(Command command) {
        assertThat(CommandForm.fault(command)).isNull();
    }

    private static Command instrument(String symbol, int priceScale, int quantityScale, int money, String currency) {
        return new Command.ChangeInstrument(
                new Instrument(symbol, priceScale, quantityScale, money, 1, 1, 1, 0, 0, 0, currency));
    }
}
