package daybook.log.embedded;

import daybook.journal.DiskException;
import daybook.log.LogException;

/**
 * Whether the log still takes writes. After the disk has refused once, nothing is known about what lies on it: the whole log
 * stops writing until it is opened again, and never repeats a force. Safe for many threads.
 */
final class StopFlag {
    private volatile String reason = "";

    /** The log takes no more writes. The first reason stays. */
    synchronized void stop(String why) {
        if (reason.isEmpty()) {
            reason = why;
        }
    }

    /** Throws if the log has stopped. */
    void check() {
        String why = reason;
        if (!why.isEmpty()) {
            throw new LogException(LogException.Kind.FAILED, "the log has stopped: " + why);
        }
    }

    /** What to tell the caller whose write was refused; stops the log unless the disk was only full. */
    LogException refused(String what, DiskException e) {
        if (e.kind() == DiskException.Kind.FULL) {
            return new LogException(LogException.Kind.UNAVAILABLE, what + ": " + e.getMessage(), e);
        }
        stop(String.valueOf(e.getMessage()));
        return new LogException(LogException.Kind.FAILED, what + ": " + e.getMessage(), e);
    }
}
