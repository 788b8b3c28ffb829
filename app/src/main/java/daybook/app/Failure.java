package daybook.app;

/** Ends a command with one line for the user and an exit code. Never shown with a stack trace. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exit;

    public Failure(ExitCode exit, String message) {
        super(message);
        this.exit = exit;
    }

    public Failure(ExitCode exit, String message, Throwable cause) {
        super(message, cause);
        this.exit = exit;
    }

    public ExitCode exit() {
        return exit;
    }
}
