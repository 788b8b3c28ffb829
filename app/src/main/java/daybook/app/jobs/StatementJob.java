package daybook.app.jobs;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.posttrade.ledger.LedgerReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CancellationException;

/**
 * Statements and contract notes of a day, for every account: {@code statement-ACCOUNT.csv}, {@code notes-ACCOUNT.csv} and the same for
 * people, in {@code statements/DAY}. All of one state of the ledger; done again it writes the same. Fails, to be tried again, while the
 * ledger has not both sides of every trade of the day that was captured.
 *
 * <p>Payload: {@code {"day":"2026-01-31"}}, or the scheduled minute.
 */
final class StatementJob implements JobHandler {
    static final String NAME = "venue.statements";

    private final VenueJobs.Outside outside;

    StatementJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration timeout() {
        return outside.longest();
    }

    @Override
    public int tries() {
        return VenueJobs.TRIES;
    }

    @Override
    public Duration backoff(int attempt) {
        return VenueJobs.BACKOFF;
    }

    @Override
    public void run(JobContext context) throws Exception {
        LocalDate day = JobPayload.of(context.job()).day(outside.time().zone());
        refuseTheFuture(day);
        LedgerDay ledger = new LedgerDay(day, outside.time().zone());
        long captured = captured(ledger);
        Path directory = outside.statements().resolve(day.toString());
        WholeFile files = new WholeFile(outside.disk(), directory, context.job().id() + "." + context.token());
        LedgerReader.Suspicion suspicion = outside.ledger().suspicion();
        try (Connection connection = outside.ledgerDatabase().openReader()) {
            long accounts = LedgerDay.accounts(connection);
            long[] written = {0};
            requireAll(ledger, connection, captured);
            ledger.read(connection, statement -> {
                if (context.isCancelled()) {
                    throw new CancellationException("cancelled after " + written[0] + " accounts");
                }
                boolean pending = suspicion.accounts().covers(statement.account())
                        || statement.holdings().stream()
                                .anyMatch(h -> suspicion.symbols().covers(h.symbol()));
                write(files, pending ? statement.asPending() : statement);
                context.progress(++written[0], accounts, "accounts");
            });
            connection.rollback();
        }
        files.force();
    }

    /** What is written of a day that has not begun would not be written again when it has. */
    private void refuseTheFuture(LocalDate day) throws GiveUpException {
        LocalDate today = LocalDate.ofInstant(
                outside.time().venue().instant(), outside.time().zone());
        if (day.isAfter(today)) {
            throw new GiveUpException(
                    "day: " + day + " has not begun (expected: up to " + today + ", the venue's day)");
        }
    }

    private long captured(LedgerDay day) throws SQLException {
        try (Connection connection = outside.captureDatabase().openReader()) {
            long trades = day.captured(connection);
            connection.rollback();
            return trades;
        }
    }

    /** A ledger that is behind has no statements yet. What it has put aside it has seen: those accounts' are marked instead. */
    private static void requireAll(LedgerDay day, Connection ledger, long captured) throws SQLException {
        long half = day.halfTrades(ledger);
        long fills = day.fills(ledger);
        long aside = LedgerDay.putAside(ledger);
        if (half > aside || fills + aside < 2 * captured) {
            throw new IllegalStateException(
                    "the ledger has " + fills + " fills, " + aside + " put aside, and one side alone of " + half
                            + " trades (expected: both sides of " + captured + ")");
        }
    }

    private void write(WholeFile files, AccountStatement statement) {
        files.write("statement-" + statement.account() + ".csv", StatementCsv.statement(statement));
        files.write("notes-" + statement.account() + ".csv", StatementCsv.notes(statement));
        StatementPrinter printer = outside.printer();
        try {
            files.write("statement-" + statement.account() + printer.ending(), printer.print(statement));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
