package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: in steady state an order costs no garbage. Method: the JVM's own count of bytes that this thread allocated. */
class NoGarbageTest {
    private static final int ORDERS = 100_000;
    private static final List<SelfTradeMode> MODES = List.of(SelfTradeMode.values());
    private static final List<TimeInForce> TIMES_IN_FORCE = List.of(TimeInForce.values());

    private final MatchingEngine engine = new MatchingEngine();
    private final CommandSlot slot = new CommandSlot();
    private final Ascii[] accounts = new Ascii[MODES.size()];
    private final ByteBuffer digits = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
    private final Random random = new Random(7);
    private final CountingSink sink = new CountingSink();
    private long clientIds;

    @Test
    void aHundredThousandOrdersAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < MODES.size(); i++) {
            accounts[i] = Ascii.of("account-" + i);
            Account account = new Account("account-" + i, true, MODES.get(i), 1_000_000_000, 1_000_000_000, 0);
            engine.apply(new Command.ChangeAccount(account), 0, sink);
        }
        engine.apply(
                new Command.ChangeInstrument(new Instrument("ABC", 2, 0, 2, 1, 1, 10_000, 10, 0, 0, "USD")), 0, sink);
        engine.apply(new Command.SetSession(SessionState.OPEN), 0, sink);
        for (int i = 0; i < 5; i++) {
            trade();
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        trade();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(sink.trades).isGreaterThan(ORDERS);
        assertThat(sink.rejects).isPositive();
        assertThat(allocated).isLessThan(ORDERS / 10);
    }

    private void trade() {
        Ascii symbol = Ascii.of("ABC");
        for (int i = 0; i < ORDERS; i++) {
            int dice = random.nextInt(10);
            if (dice < 6) {
                boolean market = dice == 0;
                slot.newOrder(
                        random.nextBoolean() ? Side.BUY : Side.SELL,
                        market ? OrderType.MARKET : OrderType.LIMIT,
                        TIMES_IN_FORCE.get(random.nextInt(TIMES_IN_FORCE.size())),
                        market ? 0 : 9_950 + random.nextInt(100),
                        1 + random.nextInt(100));
                slot.symbol().set(symbol);
                nextClientId();
            } else if (dice < 8) {
                slot.cancelOrder(Math.max(1, sink.lastOrderId - random.nextInt(500)));
            } else {
                slot.amendOrder(
                        Math.max(1, sink.lastOrderId - random.nextInt(500)),
                        9_950 + random.nextInt(100),
                        random.nextInt(100));
            }
            slot.accountId().set(accounts[random.nextInt(accounts.length)]);
            engine.apply(slot, i, sink);
        }
    }

    private void nextClientId() {
        long rest = ++clientIds;
        for (int i = digits.capacity() - 1; i >= 0; i--) {
            digits.put(i, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        slot.clientOrderId().set(digits, 0, digits.capacity());
    }

    /** Counts, and keeps what the next command needs. */
    private static final class CountingSink implements EventSink {
        long trades;
        long rejects;
        long lastOrderId;

        @Override
        public void accepted(long seq, long time, long orderId, CommandSlot order) {
            lastOrderId = orderId;
        }

        @Override
        public void rejected(long seq, long time, CommandSlot command, long orderId, RejectReason reason) {
            rejects++;
        }

        @Override
        public void cancelled(
                long seq, long time, long orderId, Ascii account, Ascii symbol, long quantity, CancelReason reason) {}

        @Override
        public void modified(
                long seq,
                long time,
                long orderId,
                Ascii account,
                Ascii symbol,
                long price,
                long quantity,
                long leaves) {}

        @Override
        public void trade(
                long seq,
                long time,
                long tradeId,
                Ascii symbol,
                long price,
                long quantity,
                Side aggressorSide,
                long buyOrderId,
                long sellOrderId,
                Ascii buyAccountId,
                Ascii sellAccountId) {
            trades++;
        }

        @Override
        public void sessionChanged(long seq, long time, SessionState state) {}

        @Override
        public void instrumentChanged(long seq, long time, Instrument instrument) {}

        @Override
        public void accountChanged(long seq, long time, Account account) {}

        @Override
        public void killSwitchChanged(long seq, long time, Ascii accountId, boolean engaged) {}
    }
}
