package daybook.app.venue;

import daybook.app.reports.Reports;
import daybook.app.reports.StoredReports;
import daybook.delivery.Database;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.posttrade.audit.AuditReader;
import daybook.posttrade.board.BoardReader;
import daybook.posttrade.capture.CaptureReader;
import daybook.posttrade.ledger.LedgerReader;
import java.time.Duration;

/** The databases of the post-trade services, and how they are read: in the venue's process, beside it, and after it. */
public final class PostTrade {
    private static final Duration BUSY = Duration.ofSeconds(10);

    private final Database capture;
    private final Database ledger;
    private final Database board;
    private final Database audit;

    public PostTrade(DataDirectory data) {
        this.capture = new SqliteDatabase(data.captureDatabase(), BUSY);
        this.ledger = new SqliteDatabase(data.ledgerDatabase(), BUSY);
        this.board = new SqliteDatabase(data.boardDatabase(), BUSY);
        this.audit = new SqliteDatabase(data.auditDatabase(), BUSY);
    }

    public CaptureReader captureReader() {
        return new CaptureReader(capture);
    }

    public LedgerReader ledgerReader() {
        return new LedgerReader(ledger, captureReader()::suspectSymbols);
    }

    public Reports reports() {
        return new StoredReports(captureReader(), ledgerReader(), new BoardReader(board));
    }

    public Database captureDatabase() {
        return capture;
    }

    public Database ledgerDatabase() {
        return ledger;
    }

    Database boardDatabase() {
        return board;
    }

    Database auditDatabase() {
        return audit;
    }

    /** What the audit has found; throws {@link daybook.delivery.DeliveryException} if none has run here. */
    public AuditReader auditReader() {
        return new AuditReader(audit);
    }
}
