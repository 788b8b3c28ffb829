package daybook.posttrade.ledger;

import daybook.events.Side;

/**
 * The venue takes a fill back, or changes it. The fill itself stays in the history as it was.
 *
 * @param correctionId its identity: the same one twice counts once
 * @param price in price units; ignored for a bust
 * @param quantity in quantity units; 0 = busted
 */
public record FillCorrection(
        String correctionId, String accountId, String symbol, long tradeId, Side side, long price, long quantity) {

    /** What became of a correction. */
    public enum Outcome {
        APPLIED,
        /** It had been applied before; nothing changed. */
        REPEATED,
        /** There is no such fill; nothing changed. */
        UNKNOWN_FILL
    }

    public FillCorrection {
        if (correctionId.isEmpty()) {
            throw new IllegalArgumentException("correctionId: empty (expected: an identity)");
        }
        if (quantity < 0) {
            throw new IllegalArgumentException("quantity: " + quantity + " (expected: 0 or more)");
        }
    }

    /** Takes a fill back. */
    public static FillCorrection bust(String correctionId, String accountId, String symbol, long tradeId, Side side) {
        return new FillCorrection(correctionId, accountId, symbol, tradeId, side, 0, 0);
    }
}
