package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.security.SafeText;
import daybook.delivery.DeliveryException;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.Worker.Away;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What a worker of the command line does about a store that is out of reach. One that is to work on says when it begins and when it is
 * over. One that is to end gives up with one line once it has lasted too long, or at once where waiting does not help. Confined to one
 * thread.
 */
final class OutageWatch {
    private final Consumer<String> note;
    private final Optional<Duration> patience;
    private final LongSupplier nanos;
    private boolean failing;
    private long sinceNs;

    /**
     * @param note for people
     * @param patience how long an outage may last; empty: for ever
     */
    OutageWatch(Consumer<String> note, Optional<Duration> patience, LongSupplier nanos) {
        this.note = note;
        this.patience = patience;
        this.nanos = nanos;
    }

    /**
     * Looks at what is away now, if anything is.
     *
     * @throws Failure if it is not to be waited for
     */
    void look(Optional<Away> away) {
        if (away.isPresent()) {
            away(away.get());
        } else if (failing) {
            failing = false;
            said("the store answers again");
        }
    }

    private void away(Away away) {
        ExitCode exit = Failures.exit(away.why());
        boolean begins = !failing;
        if (begins) {
            failing = true;
            sinceNs = nanos.getAsLong();
        }
        if (isOver(away.why(), exit)) {
            throw new Failure(exit, line(away), away.why());
        }
        if (begins) {
            said(line(away) + " (asked again until it answers)");
        }
    }

    private boolean isOver(RuntimeException why, ExitCode exit) {
        if (patience.isEmpty()) {
            // A topic may yet be made; a password or a log that is not there does not come by waiting.
            return exit != ExitCode.UNREACHABLE && !(why instanceof JobQueueException);
        }
        return exit != ExitCode.UNREACHABLE
                || nanos.getAsLong() - sinceNs >= patience.get().toNanos();
    }

    private void said(String line) {
        if (patience.isEmpty()) {
            note.accept(line);
        }
    }

    private static String line(Away away) {
        String why = String.valueOf(away.why().getMessage());
        String where = away.why() instanceof DeliveryException || why.contains(away.what()) ? "" : away.what() + ": ";
        return SafeText.oneLine(where + why);
    }
}
