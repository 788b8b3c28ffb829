package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import org.junit.jupiter.api.Test;

/** Goal: a million open orders, each at a price of its own, stay small and quick to walk. */
class MillionOrdersTest {
    private static final int ORDERS = 1_000_000;
    private static final long MOST_BYTES = 400_000_000;

    private final MatchingEngine engine = new MatchingEngine();
    private final CommandSlot slot = new CommandSlot();

    @Test
    void aMillionOpenOrdersTakeLessThanFourHundredMegabytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        EventSink nowhere = new EventRecords(MillionOrdersTest::forget);
        engine.apply(new Command.ChangeInstrument(new Instrument("ABC", 0, 0, 0, 1, 1, 1, 0, 0, 0, "USD")), 0, nowhere);
        for (int i = 0; i < 100; i++) {
            Account account = new Account("a" + i, true, SelfTradeMode.NONE, 0, 0, 0);
            engine.apply(new Command.ChangeAccount(account), 0, nowhere);
        }
        engine.apply(new Command.SetSession(SessionState.OPEN), 0, nowhere);
        System.gc();
        long before = memory.getHeapMemoryUsage().getUsed();

        for (int i = 0; i < ORDERS; i++) {
            Side side = i % 2 == 0 ? Side.BUY : Side.SELL;
            slot.loadOrder(side, side == Side.BUY ? ORDERS - i : ORDERS + i, 1);
            slot.accountId().set("a" + i % 100);
            slot.symbol().set("ABC");
            slot.clientOrderId().set("client-order-" + i);
            engine.apply(slot, 0, nowhere);
        }

        System.gc();
        long used = memory.getHeapMemoryUsage().getUsed() - before;
        assertThat(used).isLessThan(MOST_BYTES);
        assertThat(engine.openOrders("a0")).hasSize(ORDERS / 100);
        assertThat(engine.book("ABC", 2).orElseThrow().bids().get(1).price()).isEqualTo(ORDERS - 2);
    }

    private static void forget(Event event) {}
}
