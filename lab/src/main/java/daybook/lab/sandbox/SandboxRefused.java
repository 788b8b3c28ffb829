package daybook.lab.sandbox;

/** What was asked for cannot be done now; nothing has changed. The message may be shown to whoever asked. */
public final class SandboxRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SandboxRefused(String message) {
        super(message, null, false, false);
    }
}
