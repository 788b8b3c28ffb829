package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.venue.PostTrade;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints positions from the post-trade tables; also while the venue is stopped. */
@Command(
        name = "positions",
        description =
                "Net quantity, cost and profit per account and symbol. Works on a running venue and on a stopped data directory.",
        footer = {"", "Examples:", "  daybook positions --account alice", "  daybook positions --symbol INFY --json"})
final class PositionsCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private RowOptions rows = new RowOptions();

    PositionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (PostTrade postTrade = common.existing(console).postTrade()) {
            common.output().print(console, postTrade.reports().positions(rows.filter()));
        }
        return ExitCode.OK.code();
    }
}
