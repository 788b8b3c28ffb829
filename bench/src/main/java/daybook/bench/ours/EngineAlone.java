package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.workload.Workload;
import daybook.bench.workload.Workload.Op;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.matching.Ascii;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.MatchingEngine;

/**
 * The matching engine alone, one thread, every rule of the venue in force: names are looked up, accounts and owners checked,
 * each decision handed to a sink.
 *
 * <p>Without client order ids: the peers of this contest remember none.
 */
public final class EngineAlone implements Contestant {
    private final Workload workload;
    private final Ascii[] symbols;
    private final Ascii[] accounts;

    public EngineAlone(Workload workload) {
        this.workload = workload;
        symbols = new Ascii[workload.symbols()];
        for (int s = 0; s < symbols.length; s++) {
            symbols[s] = Ascii.of(Venue.symbol(s));
        }
        accounts = new Ascii[workload.users() + 1];
        for (int user = 1; user < accounts.length; user++) {
            accounts[user] = Ascii.of(Venue.account(user));
        }
    }

    @Override
    public String name() {
        return "Daybook engine";
    }

    @Override
    public double run() {
        MatchingEngine engine = new MatchingEngine();
        TradeTally tally = new TradeTally(workload.symbols());
        Venue.setUp(workload).forEach(command -> engine.apply(command, 1, tally));
        apply(engine, tally, 0, workload.prefill());
        tally.executions.reset();
        long start = System.nanoTime();
        apply(engine, tally, workload.prefill(), workload.total());
        double seconds = (System.nanoTime() - start) / 1e9;
        if (tally.rejected > 0 || !tally.executions.equalTo(workload.expected())) {
            throw new IllegalStateException(name() + " executed " + tally.executions + " and refused " + tally.rejected
                    + ", not " + workload.expected());
        }
        return workload.timed() / seconds;
    }

    private void apply(MatchingEngine engine, TradeTally tally, int from, int to) {
        CommandSlot slot = new CommandSlot();
        for (int i = from; i < to; i++) {
            fill(slot, i);
            engine.apply(slot, i, tally);
        }
    }

    private void fill(CommandSlot slot, int i) {
        Op op = workload.op(i);
        switch (op) {
            case GTC, IOC -> {
                slot.newOrder(
                        workload.buy(i) ? Side.BUY : Side.SELL,
                        OrderType.LIMIT,
                        op == Op.GTC ? TimeInForce.GTC : TimeInForce.IOC,
                        workload.price(i),
                        workload.size(i));
                slot.symbol().set(symbols[workload.symbol(i)]);
            }
            case CANCEL -> slot.cancelOrder(workload.orderId(i));
            case MOVE -> slot.amendOrder(workload.orderId(i), workload.price(i), 0);
        }
        slot.accountId().set(accounts[workload.user(i)]);
    }
}
