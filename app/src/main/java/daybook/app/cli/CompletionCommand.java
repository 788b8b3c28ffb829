package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a completion script. */
@Command(
        name = "completion",
        description = "Print a completion script for bash or zsh.",
        footer = {"", "Examples:", "  source <(daybook completion bash)", "  source <(daybook completion zsh)"})
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private String shell = "";

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new Failure(ExitCode.USAGE, "SHELL: " + shell + " (expected: bash|zsh)");
        }
        // The script runs in both: it switches bash's way of completion on in zsh by itself.
        console.out().println(AutoComplete.bash("daybook", spec.root().commandLine()));
        return ExitCode.OK.code();
    }
}
