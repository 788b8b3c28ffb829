package daybook.publisher;

/** Journal, checkpoint and log do not belong together. Nothing was sent; retrying cannot help, somebody must look. */
public final class PublisherException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PublisherException(String message) {
        super(message);
    }
}
