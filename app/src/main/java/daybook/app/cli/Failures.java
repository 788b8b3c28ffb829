package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.delivery.DeliveryException;
import daybook.delivery.jobs.JobQueueException;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.pipeline.ExchangeRefusedException;
import daybook.exchange.pipeline.ReplayDifferenceException;
import daybook.exchange.replay.ReplayException;
import daybook.journal.DiskException;
import daybook.journal.JournalException;
import daybook.lab.study.LabException;
import daybook.log.LogException;
import daybook.publisher.PublisherException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;

/** From whatever ended a command to one line and an exit code. */
final class Failures {
    /** SQLite's number for a file that others have locked for too long; PostgreSQL has no numbers. */
    private static final int SQLITE_BUSY = 5;

    private Failures() {}

    static int report(Throwable thrown, Console console) {
        Throwable broken =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (broken instanceof StandardOutput.ReaderGone) {
            return ExitCode.OK.code(); // it has seen enough; nothing of ours is wrong
        }
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
            return exit(log.kind());
        }
        if (broken instanceof JobQueueException queue) {
            return exit(queue.kind());
        }
        return broken instanceof DeliveryException ? exitOfDatabase(broken) : ExitCode.FAILURE;
    }

    /** By the classes of SQL states: 08 no connection, 57 the server is going or coming, 28 who are you. */
    private static ExitCode exitOfDatabase(Throwable broken) {
        for (Throwable cause = broken.getCause(); cause != null; cause = cause.getCause()) {
            String state = cause instanceof SQLException refused ? String.valueOf(refused.getSQLState()) : "";
            if (state.startsWith("28")) {
                return ExitCode.AUTH;
            }
            boolean busy = cause instanceof SQLException refused && refused.getErrorCode() == SQLITE_BUSY;
            if (state.startsWith("08") || state.startsWith("57") || busy) {
                return ExitCode.UNREACHABLE;
            }
        }
        return ExitCode.FAILURE;
    }

    private static ExitCode exit(JobQueueException.Kind kind) {
        return switch (kind) {
            case AWAY -> ExitCode.UNREACHABLE;
            case NO_TOPIC -> ExitCode.NOT_FOUND;
            case UNSUPPORTED, REFUSED -> ExitCode.FAILURE;
        };
    }

    static ExitCode exit(LogException.Kind kind) {
        return switch (kind) {
            case UNAVAILABLE, TIMED_OUT -> ExitCode.UNREACHABLE;
            case DENIED -> ExitCode.AUTH;
            case UNKNOWN_TOPIC -> ExitCode.NOT_FOUND;
            case TOPIC_MISMATCH, TOO_LARGE, OFFSET_OUT_OF_RANGE, FENCED, CORRUPT, FAILED -> ExitCode.FAILURE;
        };
    }

    private static String message(Throwable broken) {
        String text = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
        Throwable cause = broken instanceof UncheckedIOException wrapped ? wrapped.getCause() : broken;
        if (cause instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + ": " + reason(file);
        }
        if (isSaidOnPurpose(broken) || cause instanceof IOException) {
            return text;
        }
        return broken.getClass().getSimpleName() + ": " + text + " (an error of ours; DAYBOOK_TRACE=1 shows where)";
    }

    /** What refuses with a sentence of its own: the disk, the files or the user are the cause, not the program. */
    private static boolean isSaidOnPurpose(Throwable broken) {
        return broken instanceof Failure
                || broken instanceof ReplayException
                || broken instanceof DiskException
                || broken instanceof JournalException
                || broken instanceof ExchangeRefusedException
                || broken instanceof ReplayDifferenceException
                || broken instanceof QueryRefusedException
                || broken instanceof PublisherException
                || broken instanceof DeliveryException
                || broken instanceof JobQueueException
                || broken instanceof LabException
                || broken instanceof LogException;
    }

    /** The JDK leaves the reason of the commonest failures to the class of the exception. */
    private static String reason(FileSystemException file) {
        if (file instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        return file instanceof AccessDeniedException ? "not permitted" : "cannot be used";
    }
}
