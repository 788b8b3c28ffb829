package daybook.app.cli;

import picocli.CommandLine.Option;

/** {@code -h}, at every level. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;
}
