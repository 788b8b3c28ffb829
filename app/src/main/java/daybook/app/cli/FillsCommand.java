package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.venue.PostTrade;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints fills from the post-trade tables; also while the venue is stopped. */
@Command(
        name = "fills",
        description =
                "Fills as the ledger has booked them, newest first. Works on a running venue and on a stopped data directory.",
        footer = {"", "Examples:", "  daybook fills --account alice", "  daybook fills --symbol INFY --json"})
final class FillsCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private RowOptions rows = new RowOptions();

    FillsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (PostTrade postTrade = common.existing(console).postTrade()) {
            common.output().print(console, postTrade.reports().fills(rows.filter()));
        }
        return ExitCode.OK.code();
    }
}
