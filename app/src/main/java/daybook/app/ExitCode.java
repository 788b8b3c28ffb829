package daybook.app;

/** How a command can end; the numbers are part of the public surface. */
public enum ExitCode {
    OK(0, "done"),
    FAILURE(1, "it did not work; the message says why"),
    USAGE(2, "usage or configuration is wrong"),
    NOT_FOUND(3, "what was named does not exist"),
    AUTH(4, "not authenticated or not allowed"),
    UNREACHABLE(5, "nobody answered in time, or the data directory is locked"),
    CHECK_FAILED(6, "a check found a difference"),
    ENVIRONMENT(69, "Java or Maven is missing (from the launcher)"),
    BUILD(70, "the build failed (from the launcher)"),
    INTERRUPTED(130, "interrupted");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
