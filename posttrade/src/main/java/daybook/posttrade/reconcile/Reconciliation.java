package daybook.posttrade.reconcile;

import static java.util.Objects.requireNonNull;

import daybook.posttrade.ledger.Balances;
import daybook.posttrade.ledger.Conservation;
import daybook.posttrade.ledger.LedgerReader;
import daybook.posttrade.ledger.PositionView;
import daybook.posttrade.reconcile.Difference.Amounts;
import daybook.posttrade.reconcile.Difference.Holding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares every position of the ledger with what the exchange's own trades add up to.
 *
 * <p>The ledger may be behind, and not equally far everywhere. Fills of the symbols of one partition of events that go to the accounts
 * of one partition of fills come in the order of trades, so each holding is compared up to the last fill that was applied on its way. A
 * fill below that which is missing was lost, or is on its way once more after a failed send: whoever runs this believes a difference only when it is there twice
 * ({@link Findings#alsoIn}).
 *
 * <p>A check takes one state of the ledger, reads the drop copy on to the last trade of that state, and compares; what was added
 * up stays, so the next check reads only what is new. Memory grows with accounts times symbols, and with what lies between the
 * slowest and the quickest partition. Confined to one thread.
 */
public final class Reconciliation implements AutoCloseable {
    private static final int SLICE = 20_000;
    private static final Comparator<Difference> BY_HOLDING = Comparator.comparing(
                    (Difference difference) -> difference.holding().account())
            .thenComparing(difference -> difference.holding().symbol());

    private final LedgerReader ledger;
    private final DropCopy dropCopy;
    private final ExchangeSums exchange;
    private @Nullable Balances taken;

    /** @param partitions of the topic of fills */
    public Reconciliation(LedgerReader ledger, DropCopy dropCopy, int partitions) {
        this.ledger = ledger;
        this.dropCopy = dropCopy;
        this.exchange = new ExchangeSums(partitions);
    }

    /** How far a step has come. */
    public enum Step {
        /** More is there to read: step again at once. */
        READING,
        /** The ledger has a trade that the drop copy does not show yet: step again later, or give up. */
        WAITING,
        /** Everything is there: {@link Reconciliation#compare}. */
        READY
    }

    /**
     * One piece of work: takes a state of the ledger if none is taken, or reads at most {@value #SLICE} events.
     *
     * @param complete nothing is on its way: every trade must have been applied, on both sides
     * @throws IOException if the drop copy cannot be read
     * @throws daybook.delivery.DeliveryException if the ledger's database does not answer
     */
    public Step step(boolean complete) throws IOException {
        Balances balances = taken;
        if (balances == null) {
            balances = ledger.balances();
            taken = balances;
        }
        long wanted = complete ? Long.MAX_VALUE : balances.lastTradeId();
        if (exchange.lastTradeId() >= wanted) {
            return Step.READY;
        }
        if (dropCopy.poll(SLICE, exchange::take) > 0) {
            return Step.READING;
        }
        return complete ? Step.READY : Step.WAITING;
    }

    /**
     * Compares the state that was taken with what has been read, and lets go of it.
     *
     * @param complete as for {@link #step}
     */
    public Findings compare(boolean complete) {
        Balances balances = requireNonNull(taken, "step first");
        taken = null;
        count(balances, complete);
        Conservation conservation = balances.conservation();
        return new Findings(
                conservation.accounts(),
                conservation.symbols().size(),
                differences(balances),
                conservation.zeroSum()
                        && (!complete || conservation.halfTrades().isEmpty()),
                conservation.cash(),
                complete ? exchange.lastTradeId() : balances.lastTradeId());
    }

    @Override
    public void close() {
        dropCopy.close();
    }

    private void count(Balances balances, boolean complete) {
        long[] lines = new long[exchange.ways()];
        for (Balances.LastFill last : balances.lastFills()) {
            int way = exchange.wayOf(last.account(), last.symbol());
            lines[way] = Math.max(lines[way], last.fill());
        }
        for (int way = 0; way < lines.length; way++) {
            exchange.count(way, complete ? Long.MAX_VALUE : lines[way]);
        }
    }

    private List<Difference> differences(Balances balances) {
        Map<Holding, Amounts> expected = exchange.amounts();
        List<Difference> differences = new ArrayList<>();
        for (PositionView position : balances.positions()) {
            Holding holding = new Holding(position.account(), position.symbol());
            Amounts has = new Amounts(position.quantity(), position.cash());
            Amounts makes = Optional.ofNullable(expected.remove(holding)).orElse(Amounts.NOTHING);
            if (!has.agrees(makes)) {
                differences.add(new Difference(holding, has, makes, position.pending()));
            }
        }
        expected.forEach((holding, makes) -> differences.add(new Difference(
                holding, Amounts.NOTHING, makes, balances.isPending(holding.account(), holding.symbol()))));
        differences.sort(BY_HOLDING);
        return differences;
    }
}
