package daybook.posttrade.market;

/**
 * Something happened to an order of an account: where to look, not what happened. Who may look is asked where one looks.
 *
 * @param orderId 0 if a command was refused that named no order
 */
public record AccountNote(long seq, Kind kind, String symbol, long orderId) {

    /** What changed. */
    public enum Kind {
        ORDER,
        FILL;

        /** As it is on the wire. */
        public String text() {
            return this == ORDER ? "order" : "fill";
        }
    }
}
