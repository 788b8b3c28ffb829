package daybook.posttrade.ledger;

import daybook.posttrade.Suspects;
import java.util.List;

/**
 * One state of the ledger, for whoever compares it with something else.
 *
 * @param lastFills the last fill of each position
 * @param suspectAccounts accounts of which the ledger has parked a record
 * @param suspectSymbols symbols of which capture has parked one
 */
public record Balances(
        List<PositionView> positions,
        List<LastFill> lastFills,
        Conservation conservation,
        Suspects suspectAccounts,
        Suspects suspectSymbols) {

    /** @param fill as 2 x trade id, plus 1 for the sell */
    public record LastFill(String account, String symbol, long fill) {}

    /** The last trade that was applied to anybody; 0 before the first. */
    public long lastTradeId() {
        return lastFills.stream().mapToLong(LastFill::fill).max().orElse(0) / 2;
    }

    /** Whether a record of the account or the symbol was parked. */
    public boolean isPending(String account, String symbol) {
        return suspectAccounts.covers(account) || suspectSymbols.covers(symbol);
    }
}
