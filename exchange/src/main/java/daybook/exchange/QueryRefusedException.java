package daybook.exchange;

/** A question was not answered: too many wait, or the exchange has stopped. The message says which; asking again is harmless. */
public final class QueryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public QueryRefusedException(String reason) {
        super(reason);
    }
}
