package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.reports.JournalDropCopy;
import daybook.app.venue.LagRows;
import daybook.app.venue.PostTrade;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.posttrade.reconcile.Difference;
import daybook.posttrade.reconcile.Findings;
import daybook.posttrade.reconcile.Reconciliation;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares the ledger with the exchange. */
@Command(
        name = "reconcile",
        description =
                "Compare the ledger's positions with the exchange's own trades, and check that quantity and cash are "
                        + "conserved. Exit 6 on any difference.",
        footer = {"", "Examples:", "  daybook reconcile", "  daybook reconcile --json"})
final class ReconcileCommand implements Callable<Integer> {
    private static final int LOOKS = 3;
    private static final long BETWEEN_LOOKS_MS = 500;
    private static final long BETWEEN_STEPS_MS = 20;
    private static final int PATIENCE = 100;

    private final Console console;

    @Mixin
    private Common common = new Common();

    ReconcileCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Place place = common.existing(console);
        JournalReading journal = new JournalReading(place.data().root());
        try (PostTrade postTrade = place.postTrade();
                Reconciliation reconciliation = new Reconciliation(
                        postTrade.ledgerReader(),
                        JournalDropCopy.of(new FileDisk(), journal.directory()),
                        Topics.FILLS.partitions())) {
            boolean complete = isComplete(place, postTrade, journal);
            Findings found = look(reconciliation, complete);
            for (int look = 1; look < LOOKS && !found.isClean(); look++) {
                Thread.sleep(BETWEEN_LOOKS_MS); // a difference counts only if it is still there
                found = look(reconciliation, complete).alsoIn(found);
            }
            common.output().print(console, json(found));
            return (found.isClean() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }
    }

    private static Findings look(Reconciliation reconciliation, boolean complete)
            throws InterruptedException, IOException {
        int waited = 0;
        Reconciliation.Step step = reconciliation.step(complete);
        while (step == Reconciliation.Step.READING || step == Reconciliation.Step.WAITING && waited < PATIENCE) {
            if (step == Reconciliation.Step.WAITING) {
                Thread.sleep(BETWEEN_STEPS_MS);
                waited++;
            }
            step = reconciliation.step(complete);
        }
        return reconciliation.compare(complete);
    }

    /** Whether the venue is stopped with nothing on its way, so that the last trade must be in the ledger too. */
    private static boolean isComplete(Place place, PostTrade postTrade, JournalReading journal) {
        if (place.running().isPresent()) {
            return false;
        }
        long published = CheckpointFile.read(new FileDisk(), place.data().root())
                .map(Checkpoint::line)
                .orElse(0L);
        try (LogView view = LogView.of(place)) {
            boolean read = LagRows.of(view.log(), view.topics()).stream()
                    .allMatch(row -> Long.valueOf(0).equals(row.get("lag")));
            boolean sent = postTrade.captureReader().counts().unsent() == 0;
            return read && sent && published >= journal.durableSeq();
        }
    }

    private static Map<String, Object> json(Findings found) {
        return Json.fields(
                "accounts", found.accounts(),
                "symbols", found.symbols(),
                "differences",
                        found.differences().stream().map(ReconcileCommand::json).toList(),
                "zeroSum", found.zeroSum(),
                "cash", found.cash());
    }

    private static Map<String, Object> json(Difference difference) {
        return Json.fields(
                "account", difference.holding().account(),
                "symbol", difference.holding().symbol(),
                "ledger", difference.ledger().quantity().toPlainString(),
                "exchange", difference.exchange().quantity().toPlainString(),
                "ledgerCash", difference.ledger().cash().toPlainString(),
                "exchangeCash", difference.exchange().cash().toPlainString(),
                "pending", difference.pending());
    }
}
