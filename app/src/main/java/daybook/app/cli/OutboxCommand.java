package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.venue.PostTrade;
import daybook.posttrade.capture.CaptureReader;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Fills that wait to be published, and those that have been. */
@Command(
        name = "outbox",
        description = "Capture's outbox: fills written with their trade, sent by the relay.",
        subcommands = {OutboxCommand.Status.class, OutboxCommand.Purge.class},
        footer = {"", "Examples:", "  daybook outbox status"})
final class OutboxCommand {
    /** How many wait. */
    @Command(
            name = "status",
            description = "How many rows wait to be sent, and since when the oldest does.",
            footer = {"", "Examples:", "  daybook outbox status --json"})
    static final class Status implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        Status(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            try (PostTrade postTrade = common.existing(console).postTrade()) {
                CaptureReader.Counts counts = postTrade.captureReader().counts();
                Map<String, Object> status = Json.fields(
                        "service", "capture",
                        "unsent", counts.unsent(),
                        "waitingTrades", counts.waitingTrades());
                counts.oldestUnsentMs().ifPresent(writtenMs -> {
                    status.put(
                            "oldestWrittenAt", Instant.ofEpochMilli(writtenMs).toString());
                    status.put("oldestAgeMs", Math.max(0, System.currentTimeMillis() - writtenMs));
                });
                common.output().print(console, status);
            }
            return ExitCode.OK.code();
        }
    }

    /** Deletes sent rows. */
    @Command(
            name = "purge",
            description = "Delete the rows that have been sent.",
            footer = {"", "Examples:", "  daybook outbox purge --dry-run", "  daybook outbox purge --yes"})
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
            return Purging.run(console, common, consent, "outbox");
        }
    }
}
