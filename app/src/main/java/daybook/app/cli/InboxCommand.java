package daybook.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ids of events that have been processed. */
@Command(
        name = "inbox",
        description = "Ids of processed events, for topics with retention.",
        subcommands = InboxCommand.Purge.class,
        footer = {"", "Examples:", "  daybook inbox purge --dry-run"})
final class InboxCommand {
    /** Deletes ids that the topic can no longer deliver. */
    @Command(
            name = "purge",
            description = "Delete ids older than every retention plus a day.",
            footer = {"", "Examples:", "  daybook inbox purge --dry-run", "  daybook inbox purge --yes"})
    static final class Purge implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        Purge(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            return Purging.run(console, common, consent, "inbox");
        }
    }
}
