package daybook.app.venue;

import daybook.journal.DiskException;
import daybook.log.LogException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tells what a disk, a log or a database did to us from what is wrong in this program: only of the latter a trace says something. */
final class OutsideFault {
    private OutsideFault() {}

    static boolean is(@Nullable Throwable fault) {
        for (Throwable at = fault; at != null; at = at.getCause()) {
            if (at instanceof DiskException || at instanceof SQLException || at instanceof LogException) {
                return true;
            }
        }
        return false;
    }
}
