package daybook.app.venue;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.SelfTradeMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a new venue lists and whom it admits: journaled commands like any other, entered once at the first start. */
final class Seed {
    /** People: 20 commands per second, at most 40 at once. */
    static final List<String> PEOPLE = List.of("alice", "bob", "carol", "dave", "erin", "frank");
    /** Programs: 500 per second, at most 1,000 at once. */
    static final List<String> PROGRAMS = List.of("bot-1", "bot-2", "bot-3", "bot-4");

    private static final int PRICE_SCALE = 2;
    private static final int QUANTITY_SCALE = 0;
    private static final int MONEY_SCALE = 2;
    private static final long TICK = 5;
    private static final int BAND_PERCENT = 10;
    private static final long MAX_QUANTITY = 1_000_000;
    private static final long MAX_NOTIONAL = 1_000_000_000_00L;

    private Seed() {}

    static List<Command> commands() {
        List<Command> commands = new ArrayList<>();
        // murmur2 puts INFY and HDFCBANK on partition 0 of 3, TCS and RELIANCE on 2; SBIN is there for partition 1.
        commands.add(list("INFY", 1500_00));
        commands.add(list("TCS", 4000_00));
        commands.add(list("HDFCBANK", 1650_00));
        commands.add(list("RELIANCE", 2900_00));
        commands.add(list("SBIN", 800_00));
        PEOPLE.forEach(name -> commands.add(admit(name, 20, 40)));
        PROGRAMS.forEach(name -> commands.add(admit(name, 500, 1_000)));
        return commands;
    }

    /** An account as the venue admits programs: simulated traders are programs. */
    static Command program(String name) {
        return admit(name, 500, 1_000);
    }

    static List<String> accounts() {
        return Stream.concat(PEOPLE.stream(), PROGRAMS.stream()).toList();
    }

    private static Command list(String symbol, long referencePrice) {
        return new Command.ChangeInstrument(new Instrument(
                symbol,
                PRICE_SCALE,
                QUANTITY_SCALE,
                MONEY_SCALE,
                TICK,
                1,
                referencePrice,
                BAND_PERCENT,
                MAX_QUANTITY,
                MAX_NOTIONAL,
                "INR"));
    }

    private static Command admit(String name, int perSecond, int burst) {
        return new Command.ChangeAccount(new Account(name, true, SelfTradeMode.CANCEL_RESTING, perSecond, burst, 0));
    }
}
