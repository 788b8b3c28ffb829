package daybook.exchange.matching;

/** The bytes are not a snapshot that this engine wrote; an older one, or none, has to be used. */
public final class SnapshotFormatException extends RuntimeException {
    SnapshotFormatException(String message) {
        super(message);
    }

    SnapshotFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
