package daybook.exchange.pipeline;

/** A snapshot file is damaged or not whole; the one before it will do. */
final class SnapshotDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SnapshotDamagedException(String message) {
        super(message);
    }
}
