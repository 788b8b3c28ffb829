package daybook.app.jobs;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import daybook.posttrade.ledger.LedgerReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Statements and contract notes of a day, for every account: {@code statement-ACCOUNT.csv}, {@code notes-ACCOUNT.csv} and the same for
 * people, in {@code statements/DAY}. All of one state of the ledger; done again it writes the same. Fails, to be tried again, while the
 * ledger has not both sides of every trade of the day that was captured.
 *
 * <p>Payload: {@code {"day":"2026-01-31"}}, or the scheduled minute; {@code {"day":"today"}} or {@code {}}: the venue's day when it runs.
 */
final class StatementJob implements PatientJob.Body {
    static final String NAME = "venue.statements";
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final VenueJobs.Outside outside;

    StatementJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public void run(JobContext context) throws Exception {
        LocalDate day = JobPayload.of(context.job())
                .day(outside.time().venue(), outside.time().zone());
        Optional<String> notOver = notOverAt(day);
        LedgerDay ledger = new LedgerDay(day, outside.time().zone());
        long captured = captured(ledger);
        Path directory = outside.statements().resolve(day.toString());
        WholeFile files = outside.files(directory, context);
        LedgerReader.Suspicion suspicion = outside.ledger().suspicion();
        String what = "accounts" + notOver.map(at -> ", day not over at " + at).orElse("");
        try (Connection connection = outside.ledgerDatabase().openReader()) {
            long accounts = LedgerDay.accounts(connection);
            long[] written = {0};
            ledger.check().requireAll(connection, captured);
            ledger.read(connection, statement -> {
                if (context.isCancelled()) {
                    throw new CancellationException("cancelled after " + written[0] + " accounts");
                }
                write(files, statement.as(isPending(suspicion, statement), notOver));
                context.progress(++written[0], accounts, what);
            });
            connection.rollback();
        }
        files.force();
    }

    /**
     * Venue time, HH:MM, if the day's trading is not over. What is written of a day that has not begun would not be written again when it
     * has: it is refused.
     */
    private Optional<String> notOverAt(LocalDate day) throws GiveUpException {
        LocalDateTime now = LocalDateTime.ofInstant(
                outside.time().venue().instant(), outside.time().zone());
        if (day.isAfter(now.toLocalDate())) {
            throw new GiveUpException(
                    "day: " + day + " has not begun (expected: up to " + now.toLocalDate() + ", the venue's day)");
        }
        boolean isOver = !now.isBefore(day.atTime(outside.time().close()));
        return isOver ? Optional.empty() : Optional.of(MINUTE.format(now));
    }

    private static boolean isPending(LedgerReader.Suspicion suspicion, AccountStatement statement) {
        return suspicion.accounts().covers(statement.account())
                || statement.holdings().stream()
                        .anyMatch(h -> suspicion.symbols().covers(h.symbol()));
    }

    private long captured(LedgerDay day) throws SQLException {
        try (Connection connection = outside.captureDatabase().openReader()) {
            long trades = day.check().captured(connection);
            connection.rollback();
            return trades;
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
