package daybook.delivery;

/** A database refuses in a way that no retry of the caller repairs. The message names it. */
public final class DeliveryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DeliveryException(String message) {
        super(message);
    }

    public DeliveryException(String message, Throwable cause) {
        super(message, cause);
    }
}
