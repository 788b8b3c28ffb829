package daybook.bench.ours;

import daybook.bench.workload.Workload;
import daybook.bench.workload.Workload.Op;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.matching.Ascii;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.MatchingEngine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Applies a workload for ever: orders that a lap left open are cancelled before the next, whose orders get new numbers and new
 * client order ids.
 *
 * <p>The workload's users share 16 accounts: each remembers its last 10,000 finished orders, and all of them have by the end of
 * the first million.
 */
public final class EngineLoop {
    private static final int ACCOUNTS = 16;

    private final Workload workload;
    private final MatchingEngine engine = new MatchingEngine();
    private final TradeTally tally;
    private final CommandSlot slot = new CommandSlot();
    private final Ascii[] symbols;
    private final Ascii[] accounts;
    private final ByteBuffer digits = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
    private long applied;
    private long firstIdOfLap;
    private long idsInLap;
    private int next;

    public EngineLoop(Workload workload) {
        this.workload = workload;
        tally = new TradeTally(workload.symbols());
        symbols = new Ascii[workload.symbols()];
        for (int s = 0; s < symbols.length; s++) {
            symbols[s] = Ascii.of(Venue.symbol(s));
        }
        accounts = new Ascii[ACCOUNTS];
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = Ascii.of(Venue.account(i + 1));
        }
        Venue.setUp(workload).forEach(command -> engine.apply(command, 1, tally));
    }

    public void apply(int commands) {
        for (int i = 0; i < commands; i++) {
            if (next == workload.total()) {
                startAgain();
            }
            fill(next++);
            engine.apply(slot, ++applied, tally);
        }
    }

    private void startAgain() {
        for (Ascii account : accounts) {
            slot.cancelAll();
            slot.accountId().set(account);
            engine.apply(slot, ++applied, tally);
        }
        firstIdOfLap += idsInLap;
        idsInLap = 0;
        next = 0;
    }

    private void fill(int i) {
        Op op = workload.op(i);
        long id = firstIdOfLap + workload.orderId(i);
        switch (op) {
            case GTC, IOC -> {
                slot.newOrder(
                        workload.buy(i) ? Side.BUY : Side.SELL,
                        OrderType.LIMIT,
                        op == Op.GTC ? TimeInForce.GTC : TimeInForce.IOC,
                        workload.price(i),
                        workload.size(i));
                slot.symbol().set(symbols[workload.symbol(i)]);
                clientOrderId(id);
                idsInLap = workload.orderId(i);
            }
            case CANCEL -> slot.cancelOrder(id);
            case MOVE -> slot.amendOrder(id, workload.price(i), 0);
        }
        slot.accountId().set(accounts[workload.user(i) % ACCOUNTS]);
    }

    private void clientOrderId(long id) {
        int at = digits.capacity();
        long rest = id;
        do {
            digits.put(--at, (byte) ('0' + rest % 10));
            rest /= 10;
        } while (rest > 0);
        slot.clientOrderId().set(digits, at, digits.capacity() - at);
    }

    /** So that the engine is alive until here. */
    public void keepAlive() {
        if (engine.lastSeq() < applied / 2) {
            throw new IllegalStateException("events: " + engine.lastSeq() + " of " + applied + " commands");
        }
    }
}
