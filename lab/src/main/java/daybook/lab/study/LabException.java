package daybook.lab.study;

import org.jspecify.annotations.Nullable;

/** An experiment could not be made: the log or the database it was to be made on failed. */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LabException(String message) {
        super(message);
    }

    LabException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
