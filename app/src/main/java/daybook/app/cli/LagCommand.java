package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.venue.LagRows;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How far behind every group is. */
@Command(
        name = "lag",
        description = "How far each group is behind, per topic and partition.",
        footer = {"", "Examples:", "  daybook lag", "  daybook lag --json"})
final class LagCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    LagCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (LogView view = LogView.of(common.log(console))) {
            common.output().print(console, LagRows.of(view.log(), view.topics()));
        }
        return ExitCode.OK.code();
    }
}
