package daybook.journal;

import java.nio.file.Path;

/** The disk refused. The message names the file and what the system said. */
public final class DiskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as a caller may act on it. */
    public enum Kind {
        /** A read, write, force or directory operation failed: stop, do not retry. */
        FAILED,
        /** No space is left (also quota and file-size limit). */
        FULL,
        /** The file is not there. */
        NOT_FOUND,
        /** The file is there already. */
        EXISTS,
        /** Somebody else holds the lock. */
        LOCKED,
        /** Not permitted, or a read-only file system. */
        DENIED
    }

    private final Kind kind;

    public DiskException(Kind kind, Path file, String what) {
        super(file + ": " + what);
        this.kind = kind;
    }

    public DiskException(Kind kind, Path file, String what, Throwable cause) {
        super(file + ": " + what, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
