package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.reports.Filter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which rows are wanted. */
final class RowOptions {
    @Option(names = "--account", paramLabel = "A", description = "Only this account's.")
    private @Nullable String account;

    @Option(names = "--symbol", paramLabel = "S", description = "Only in this symbol.")
    private @Nullable String symbol;

    @Option(names = "--limit", paramLabel = "N", description = "Most rows (100000).")
    private int limit = Filter.MOST;

    Filter filter() {
        if (limit < 1) {
            throw new Failure(ExitCode.USAGE, "--limit: " + limit + " (expected: 1 or more)");
        }
        return new Filter(Optional.ofNullable(account), Optional.ofNullable(symbol), limit);
    }
}
