package daybook.delivery.jobs;

/** Another attempt at the job would be of no use. */
public final class GiveUpException extends Exception {
    private static final long serialVersionUID = 1L;

    public GiveUpException(String reason) {
        super(reason);
    }
}
