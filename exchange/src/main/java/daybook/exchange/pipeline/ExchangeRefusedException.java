package daybook.exchange.pipeline;

/** The exchange will not start on what lies in its directory. The message says what and where; nothing was changed. */
public final class ExchangeRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ExchangeRefusedException(String message) {
        super(message);
    }
}
