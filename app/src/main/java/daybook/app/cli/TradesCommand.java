package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.venue.PostTrade;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints trades from the post-trade tables; also while the venue is stopped. */
@Command(
        name = "trades",
        description =
                "Trades as capture has recorded them, newest first. Works on a running venue and on a stopped data directory.",
        footer = {"", "Examples:", "  daybook trades --account alice", "  daybook trades --symbol INFY --json"})
final class TradesCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private RowOptions rows = new RowOptions();

    TradesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (PostTrade postTrade = common.existing(console).postTrade()) {
            common.output().print(console, postTrade.reports().trades(rows.filter()));
        }
        return ExitCode.OK.code();
    }
}
