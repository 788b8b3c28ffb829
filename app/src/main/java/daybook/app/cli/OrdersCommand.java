package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.venue.PostTrade;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints orders from the post-trade tables; also while the venue is stopped. */
@Command(
        name = "orders",
        description =
                "Orders as capture has recorded them, newest first. Works on a running venue and on a stopped data directory.",
        footer = {"", "Examples:", "  daybook orders --account alice", "  daybook orders --symbol INFY --json"})
final class OrdersCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private RowOptions rows = new RowOptions();

    OrdersCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (PostTrade postTrade = common.existing(console).postTrade()) {
            common.output().print(console, postTrade.reports().orders(rows.filter()));
        }
        return ExitCode.OK.code();
    }
}
