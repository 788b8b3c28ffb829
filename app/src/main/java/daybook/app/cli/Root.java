package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program without a command: shows its help. */
@Command(
        name = "daybook",
        versionProvider = Root.Release.class,
        description = "The event backbone of a trading venue: every event reaches every service, in order, nothing "
                + "lost, nothing counted twice.",
        synopsisSubcommandLabel = "COMMAND",
        subcommandsRepeatable = false,
        footer = {
            "",
            "Examples:",
            "  daybook up                                  the whole venue, with simulated traders",
            "  daybook replay orders.csv.gz --out fills.csv   real exchange data through the engine",
            "  daybook check && daybook reconcile          prove that nothing was lost or doubled",
            "  daybook COMMAND --help                      more about one command"
        })
@SuppressWarnings("UnusedVariable") // picocli itself acts on -h and -V
final class Root implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE.code();
    }

    /** What {@code -V} prints. */
    static final class Release implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"daybook " + Version.RELEASE};
        }
    }
}
