package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.exchange.replay.ReplayException;
import daybook.journal.DiskException;
import daybook.log.LogException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** From whatever ended a command to one line and an exit code. */
final class Failures {
    private Failures() {}

    static int report(Throwable broken, Console console) {
        ExitCode exit = exit(broken);
        console.note(message(broken));
        if (console.environment().containsKey("DAYBOOK_TRACE")) {
            broken.printStackTrace(console.err());
        }
        return exit.code();
    }

    static ExitCode exit(Throwable broken) {
        if (broken instanceof Failure failure) {
            return failure.exit();
        }
        if (broken instanceof ReplayException) {
            return ExitCode.USAGE;
        }
        if (broken instanceof DiskException disk) {
            return switch (disk.kind()) {
                case LOCKED -> ExitCode.UNREACHABLE;
                case NOT_FOUND -> ExitCode.NOT_FOUND;
                case FAILED, FULL, EXISTS, DENIED -> ExitCode.FAILURE;
            };
        }
        if (broken instanceof LogException log) {
            return switch (log.kind()) {
                case UNAVAILABLE, TIMED_OUT -> ExitCode.UNREACHABLE;
                case UNKNOWN_TOPIC -> ExitCode.NOT_FOUND;
                case TOPIC_MISMATCH, TOO_LARGE, OFFSET_OUT_OF_RANGE, FENCED, CORRUPT, FAILED -> ExitCode.FAILURE;
            };
        }
        return ExitCode.FAILURE;
    }

    private static String message(Throwable broken) {
        String text = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
        boolean ours = broken instanceof Failure
                || broken instanceof ReplayException
                || broken instanceof DiskException
                || broken instanceof LogException;
        boolean world = broken instanceof IOException || broken instanceof UncheckedIOException;
        if (ours || world) {
            return text;
        }
        return broken.getClass().getSimpleName() + ": " + text + " (an error of ours; DAYBOOK_TRACE=1 shows where)";
    }
}
