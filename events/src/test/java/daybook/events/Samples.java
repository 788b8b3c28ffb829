package daybook.events;

import java.util.List;

/** One or more of every event, command and fill, for tests. */
final class Samples {
    static final long TIME = 1_767_843_900_000_001L;
    static final Instrument INFY = new Instrument("INFY", 2, 0, 2, 5, 1, 150_000, 10, 100_000, 1_000_000_000, "INR");
    static final Account ALICE = new Account("alice", true, SelfTradeMode.CANCEL_RESTING, 20, 40, 1_000);

    private Samples() {}

    static List<Event> events() {
        return List.of(
                new OrderAccepted(
                        1, TIME, 11, "c-1", "alice", "INFY", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 150_005, 7),
                new OrderAccepted(
                        2, TIME, 12, "c-2", "bob", "INFY", Side.SELL, OrderType.MARKET, TimeInForce.IOC, 0, 3),
                new OrderRejected(3, TIME, 0, "c-3", "bob", "NOPE", RejectReason.UNKNOWN_SYMBOL),
                new OrderRejected(4, TIME, 99, "", "bob", "", RejectReason.UNKNOWN_ORDER),
                new OrderCancelled(5, TIME, 11, "alice", "INFY", 4, CancelReason.CLIENT_REQUEST),
                new OrderModified(6, TIME, 11, "alice", "INFY", 150_010, 9, 6),
                trade(),
                new BookUpdate(8, TIME, "INFY", Side.SELL, 150_005, 0, 0),
                new SessionStateChanged(9, TIME, SessionState.AUCTION),
                new InstrumentChanged(10, TIME, INFY),
                new AccountChanged(11, TIME, ALICE),
                new KillSwitchChanged(12, TIME, "alice", true),
                new KillSwitchChanged(13, TIME, "", false));
    }

    static Trade trade() {
        return new Trade(7, TIME, 5, "INFY", 150_005, 3, Side.SELL, 11, 12, "alice", "bob");
    }

    static List<Command> commands() {
        return List.of(
                new Command.NewOrder(
                        "alice", "c-1", "INFY", Side.BUY, OrderType.LIMIT, TimeInForce.POST_ONLY, 150_005, 7),
                new Command.NewOrder("bob", "c-2", "INFY", Side.SELL, OrderType.MARKET, TimeInForce.IOC, 0, 3),
                new Command.AmendOrder("alice", 11, 150_010, 9),
                new Command.CancelOrder("alice", 11),
                new Command.CancelAll("alice", "INFY"),
                new Command.CancelAll("alice", ""),
                new Command.LoadOrder("alice", "c-9", "INFY", Side.SELL, 150_100, 2),
                new Command.SetSession(SessionState.OPEN),
                new Command.ChangeInstrument(INFY),
                new Command.ChangeAccount(ALICE),
                new Command.ChangeKillSwitch("", true));
    }

    static Fill fill() {
        return new Fill(
                "f-5-B", 5, 7, TIME, "alice", "INFY", Side.BUY, 150_005, 3, 11, Liquidity.MAKER, -12, "INR", 2, 0, 2);
    }
}
