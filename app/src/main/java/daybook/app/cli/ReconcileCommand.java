package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.reports.Reconciliation;
import daybook.app.venue.LagRows;
import daybook.app.venue.PostTrade;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Trade;
import daybook.journal.FileDisk;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final Console console;

    @Mixin
    private Common common = new Common();

    ReconcileCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Place place = common.existing(console);
        JournalReading journal = new JournalReading(place.data().root());
        try (PostTrade postTrade = place.postTrade()) {
            boolean complete = isComplete(place, postTrade, journal);
            Reconciliation reconciliation = new Reconciliation(postTrade.ledgerReader());
            Reconciliation.Result result = reconciliation.compare(Copy.of(journal), complete);
            for (int look = 1; look < LOOKS && !result.isClean(); look++) {
                Thread.sleep(BETWEEN_LOOKS_MS); // a difference counts only if it is still there
                result = reconciliation.compare(Copy.of(journal), complete);
            }
            common.output().print(console, result.json());
            return (result.isClean() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }
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

    /** The trades of a journal. */
    private record Copy(List<Trade> trades, Map<String, Instrument> instruments) implements Reconciliation.DropCopy {
        static Copy of(JournalReading journal) {
            Copy copy = new Copy(new ArrayList<>(), new HashMap<>());
            journal.events(1, event -> {
                if (event instanceof Trade trade) {
                    copy.trades.add(trade);
                } else if (event instanceof InstrumentChanged changed) {
                    copy.instruments.put(changed.instrument().symbol(), changed.instrument());
                }
            });
            return copy;
        }

        @Override
        public Optional<Instrument> instrument(String symbol) {
            return Optional.ofNullable(instruments.get(symbol));
        }
    }
}
