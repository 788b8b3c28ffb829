package daybook.posttrade.reconcile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one check found.
 *
 * @param accounts that have a position, or had one
 * @param differences ordered by account and symbol
 * @param zeroSum quantities add up to 0 in every symbol
 * @param cash cash adds up to 0 in every symbol, and every position's is realised less cost
 * @param upToTradeId the last trade that was compared
 */
public record Findings(
        long accounts, long symbols, List<Difference> differences, boolean zeroSum, boolean cash, long upToTradeId) {

    /** Before the first check. */
    static final Findings NONE = new Findings(0, 0, List.of(), true, true, 0);

    /** Nothing to complain of. */
    public boolean isClean() {
        return differences.isEmpty() && zeroSum && cash;
    }

    /** Only what the check before found too. While the ledger works, what one look finds may be on its way. */
    public Findings alsoIn(Findings before) {
        Set<Difference.Holding> known = new HashSet<>();
        before.differences.forEach(difference -> known.add(difference.holding()));
        List<Difference> still = differences.stream()
                .filter(difference -> known.contains(difference.holding()))
                .toList();
        return new Findings(accounts, symbols, still, zeroSum || before.zeroSum, cash || before.cash, upToTradeId);
    }
}
