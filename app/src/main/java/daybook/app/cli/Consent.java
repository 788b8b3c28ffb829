package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** Asks before something is destroyed: a person at a terminal, or {@code --yes}. */
final class Consent {
    @Option(names = "--yes", description = "Do it without asking; needed off a terminal.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Say what would be done; change nothing.")
    private boolean dryRun;

    boolean isDryRun() {
        return dryRun;
    }

    /** Whether to go on; false for a dry run. Throws a {@link Failure} if nobody agreed. */
    boolean given(Console console, String what) {
        if (dryRun || yes) {
            return !dryRun;
        }
        if (!console.terminal()) {
            throw new Failure(ExitCode.USAGE, "would " + what + " (expected: --yes, or --dry-run)");
        }
        console.err().print("daybook: " + what + "? [y/N] ");
        console.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8)).readLine();
            if ("y".equalsIgnoreCase(answer) || "yes".equalsIgnoreCase(answer)) {
                return true;
            }
        } catch (IOException silent) {
            throw new Failure(ExitCode.FAILURE, "no answer", silent);
        }
        throw new Failure(ExitCode.FAILURE, "nothing was done");
    }
}
