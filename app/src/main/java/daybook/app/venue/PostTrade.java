package daybook.app.venue;

import daybook.app.dlq.DeadLetterBox;
import daybook.app.reports.Reports;
import daybook.app.reports.StoredReports;
import daybook.delivery.Database;
import daybook.delivery.jobs.JobDatabase;
import daybook.posttrade.audit.Audit;
import daybook.posttrade.audit.AuditReader;
import daybook.posttrade.board.BoardReader;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.CaptureReader;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import daybook.posttrade.market.BarStore;
import daybook.posttrade.market.MarketReader;
import daybook.strategies.StrategyDatabase;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The databases of the post-trade services, and how they are read: in the venue's process, beside it, and after it. */
public final class PostTrade implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostTrade.class);

    private final Database capture;
    private final Database ledger;
    private final Database board;
    private final Database market;
    private final Database strategies;
    private final Database audit;
    private final Database jobs;
    private final Database ledgerBeside;
    private final Database ledgerSnapshot;
    private final boolean server;

    public PostTrade(DataDirectory data, DatabaseSettings settings) {
        this.capture = settings.open("capture", data.captureDatabase());
        this.ledger = settings.open("ledger", data.ledgerDatabase());
        this.board = settings.open("board", data.boardDatabase());
        this.market = settings.open("market", data.marketDatabase());
        this.strategies = settings.open(StrategyDatabase.NAME, data.strategiesDatabase());
        this.audit = settings.open("audit", data.auditDatabase());
        this.jobs = settings.open(JobDatabase.NAME, data.jobsDatabase());
        this.ledgerBeside = settings.open("ledger_beside", data.ledgerBeside());
        this.ledgerSnapshot = DatabaseSettings.sqlite(settings.deadline()).open("", data.ledgerSnapshot());
        this.server = settings.postgres().isPresent();
    }

    /** Whether the databases are a server's, which can be away while this process is not. */
    boolean mayBeAway() {
        return server;
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

    /** What the services that read the log have put aside. */
    public DeadLetterBox deadLetters(DeadLetterBox.Settings settings) {
        return new DeadLetterBox(
                Map.of(
                        Capture.NAME, new DeadLetterBox.Service(capture, Capture::check),
                        Ledger.NAME, new DeadLetterBox.Service(ledger, Ledger::check),
                        Audit.NAME, new DeadLetterBox.Service(audit, Audit::check)),
                settings,
                InstantSource.system());
    }

    public Database captureDatabase() {
        return capture;
    }

    public Database ledgerDatabase() {
        return ledger;
    }

    /** Where a second ledger is built, to take the place of the first. */
    Database ledgerBeside() {
        return ledgerBeside;
    }

    /** What it may begin with: a file, whatever the ledger itself is on. */
    Database ledgerSnapshot() {
        return ledgerSnapshot;
    }

    /** All of them, by the names of the services; some may not be there. */
    Map<String, Database> databases() {
        Map<String, Database> databases = new LinkedHashMap<>();
        databases.put("capture", capture);
        databases.put("ledger", ledger);
        databases.put("board", board);
        databases.put("market", market);
        databases.put(StrategyDatabase.NAME, strategies);
        databases.put("audit", audit);
        databases.put(JobDatabase.NAME, jobs);
        return databases;
    }

    Database boardDatabase() {
        return board;
    }

    Database marketDatabase() {
        return market;
    }

    /** Of the strategy backbone: bars, strategies, evaluations, orders. */
    public Database strategyDatabase() {
        return strategies;
    }

    /** Bars and books as they were stored last. */
    public MarketReader marketReader() {
        return new MarketReader(market);
    }

    /** Where bars of other venues go; close it. */
    public BarStore barStore() {
        return new BarStore(market);
    }

    Database auditDatabase() {
        return audit;
    }

    /** Of the jobs: locks, queues, history. */
    public Database jobsDatabase() {
        return jobs;
    }

    /** What the audit has found; throws {@link daybook.delivery.DeliveryException} if none has run here. */
    public AuditReader auditReader() {
        return new AuditReader(audit);
    }

    /** The services of these roles have closed: nothing is left beside their databases, whoever read them meanwhile. */
    void tidy(Set<VenueRole> roles) {
        for (VenueRole role : roles) {
            try {
                Database own = databases().get(role.text());
                if (own != null) {
                    own.tidy();
                }
            } catch (SQLException busy) {
                LOG.warn("{}: the next start tidies it up ({})", role.text(), busy.getMessage());
            }
        }
    }

    /** Gives up what is kept for readers; they open it anew if they are asked again. */
    @Override
    public void close() {
        capture.close();
        ledger.close();
        board.close();
        market.close();
        strategies.close();
        audit.close();
        jobs.close();
        ledgerBeside.close();
    }
}
