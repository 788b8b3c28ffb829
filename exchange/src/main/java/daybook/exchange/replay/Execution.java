package daybook.exchange.replay;

/**
 * One row of the output: a resting order was filled, or removed because its owner met itself.
 *
 * @param n the command that caused it
 * @param seq its place among the executions of that command, from 1
 * @param restingId the id that the file gave the order
 * @param price plain decimal: the order's price, or the auction's
 * @param quantity plain decimal: what was filled, or all that was open
 */
public record Execution(long n, int seq, Kind kind, String restingId, String price, String quantity) {
    /** Names are part of the output format. */
    public enum Kind {
        FILL,
        STP
    }
}
