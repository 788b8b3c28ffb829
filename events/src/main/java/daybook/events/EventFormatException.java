package daybook.events;

/** Bytes or text that are not what they claim to be: damaged, cut short, of an unknown type, or with a value out of range. */
public final class EventFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EventFormatException(String message) {
        super(message);
    }
}
