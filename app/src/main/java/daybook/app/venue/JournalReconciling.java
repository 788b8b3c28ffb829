package daybook.app.venue;

import daybook.app.Json;
import daybook.app.jobs.Reconciling;
import daybook.app.reports.JournalDropCopy;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.posttrade.reconcile.Difference;
import daybook.posttrade.reconcile.Findings;
import daybook.posttrade.reconcile.Reconciliation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Holds the ledger against the journal of this machine, while both go on. A difference counts only if it is still there at the next look,
 * for the two are not read at one moment.
 */
final class JournalReconciling implements Reconciling {
    private static final int LOOKS = 3;
    private static final long BETWEEN_LOOKS_MS = 500;
    private static final long BETWEEN_STEPS_MS = 20;
    private static final int PATIENCE = 250;

    private final PostTrade postTrade;
    private final Path journal;

    JournalReconciling(PostTrade postTrade, Path journal) {
        this.postTrade = postTrade;
        this.journal = journal;
    }

    @Override
    public Map<String, Object> compare() throws InterruptedException, IOException {
        if (!Files.isDirectory(journal)) {
            throw new IllegalStateException(
                    journal + ": not there (expected: the exchange's journal, on whose machine this job is done)");
        }
        try (Reconciliation reconciliation = new Reconciliation(
                postTrade.ledgerReader(), JournalDropCopy.of(new FileDisk(), journal), Topics.FILLS.partitions())) {
            Findings found = look(reconciliation);
            for (int look = 1; look < LOOKS && !found.isClean(); look++) {
                Thread.sleep(BETWEEN_LOOKS_MS);
                found = look(reconciliation).alsoIn(found);
            }
            return json(found);
        }
    }

    private static Findings look(Reconciliation reconciliation) throws InterruptedException, IOException {
        int waited = 0;
        Reconciliation.Step step = reconciliation.step(false);
        while (step == Reconciliation.Step.READING || step == Reconciliation.Step.WAITING && waited < PATIENCE) {
            if (step == Reconciliation.Step.WAITING) {
                Thread.sleep(BETWEEN_STEPS_MS);
                waited++;
            }
            step = reconciliation.step(false);
        }
        return reconciliation.compare(false);
    }

    private static Map<String, Object> json(Findings found) {
        return Json.fields(
                "accounts", found.accounts(),
                "symbols", found.symbols(),
                "differences",
                        found.differences().stream()
                                .map(JournalReconciling::json)
                                .toList(),
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
