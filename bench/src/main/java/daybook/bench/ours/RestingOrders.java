package daybook.bench.ours;

import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import daybook.exchange.matching.MatchingEngine;

/** An engine whose books hold many orders and which has decided nothing else. */
public final class RestingOrders {
    private static final int SYMBOLS = 16;

    private final MatchingEngine engine = new MatchingEngine();
    private final int orders;

    public RestingOrders(int orders) {
        this.orders = orders;
        Workload workload = WorkloadGenerator.flow(SYMBOLS, 0, orders / SYMBOLS);
        TradeTally tally = new TradeTally(SYMBOLS);
        Venue.setUp(workload).forEach(command -> engine.apply(command, 1, tally));
        for (int i = 0; i < workload.prefill(); i++) {
            engine.apply(Venue.command(workload, i), 1, tally);
        }
    }

    /** So that they are alive until here. */
    public void requireAll() {
        if (engine.lastSeq() < orders) {
            throw new IllegalStateException("events: " + engine.lastSeq() + " of " + orders + " orders");
        }
    }
}
