package daybook.posttrade.board;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Migrations;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Statements;
import daybook.delivery.Writer;
import daybook.posttrade.ledger.LedgerReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The board service: computes the leaderboard anew when the ledger has changed. Because it starts from all positions and all
 * marks, every holder of a symbol whose mark moved is re-scored, whether it traded or not.
 *
 * <p>Confined to one thread; {@link #status} is safe for any.
 */
public final class Board implements AutoCloseable {
    static final String SCRIPTS = "daybook/posttrade/db/board";

    private static final String VERSION =
            "SELECT version, (SELECT COUNT(*) FROM leaderboard), (SELECT COUNT(*) FROM leaderboard WHERE pending <> 0)"
                    + " FROM board_version WHERE id = 1";
    private static final String CLEAR = "DELETE FROM leaderboard";
    private static final String ADD =
            "INSERT INTO leaderboard (currency, rank_no, account, net, realised, unrealised, charges,"
                    + " pending) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SET_VERSION = "UPDATE board_version SET version = ? WHERE id = 1 AND version = ?";

    /** Which version of the ledger the board shows, in how many rows, and how many of them say that they are pending. */
    private record Shown(long version, long rows, long pending) {}

    private final Writer writer;
    private final LedgerReader ledger;
    private final LongSupplier nanos;
    private final long everyNs;
    private final Statements statements = new Statements();
    private long nextNs;
    /** As the board shows it; nothing: not known what a process before this one has shown. */
    private LedgerReader.@Nullable Suspicion shownSuspicion;

    private volatile ServiceStatus status = new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), 0, 0);

    /**
     * Opens the board, creating its tables where they are missing.
     *
     * @param every computes at most this often
     */
    public Board(Database database, LedgerReader ledger, LongSupplier nanos, Duration every) {
        Migrations.migrate(database, SCRIPTS);
        this.writer = new Writer(database);
        this.ledger = ledger;
        this.nanos = nanos;
        this.everyNs = every.toNanos();
        this.nextNs = nanos.getAsLong();
    }

    /** Computes the board if it is due. Returns 1 if it did. */
    public int pump() {
        long now = nanos.getAsLong();
        if (now - nextNs < 0) {
            return 0;
        }
        nextNs = now + everyNs;
        try {
            int computed = refresh();
            status = new ServiceStatus(
                    ServiceStatus.Light.GREEN, List.of(), status.done() + computed, status.failures());
            return computed;
        } catch (SQLException | DeliveryException e) {
            writer.rollback();
            status = new ServiceStatus(
                    ServiceStatus.Light.RED, List.of("board: " + e.getMessage()), status.done(), status.failures() + 1);
            return 0;
        }
    }

    public ServiceStatus status() {
        return status;
    }

    @Override
    public void close() {
        writer.close();
    }

    private int refresh() throws SQLException {
        long version = ledger.version();
        Shown shown = shown(writer.connection());
        // Changes without the ledger: a record was put aside, or is trusted again. Read before the positions: what
        // changes
        // in between is seen at the next round.
        LedgerReader.Suspicion suspicion = ledger.suspicion();
        if (shown.version() == version && (version == 0 || shown.rows() > 0) && isShown(suspicion, shown)) {
            return 0;
        }
        LedgerReader.Profits profits = ledger.allProfits();
        List<Standing> standings = Ranking.of(profits.profits());
        move(writer.transaction(), shown.version(), profits.version());
        swap(writer.transaction(), standings);
        writer.commit();
        shownSuspicion = suspicion;
        return 1;
    }

    private boolean isShown(LedgerReader.Suspicion suspicion, Shown shown) {
        return shownSuspicion == null
                ? shown.pending() == 0 && suspicion.equals(LedgerReader.Suspicion.NONE)
                : suspicion.equals(shownSuspicion);
    }

    private Shown shown(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, VERSION).executeQuery()) {
            row.next();
            return new Shown(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    /** Another process may have made the board meanwhile, from a later version. */
    private void move(Connection connection, long from, long to) throws SQLException {
        PreparedStatement set = statements.prepare(connection, SET_VERSION);
        set.setLong(1, to);
        set.setLong(2, from);
        if (set.executeUpdate() == 0) {
            throw new SQLException("board: another process has computed it meanwhile");
        }
    }

    private void swap(Connection connection, List<Standing> standings) throws SQLException {
        statements.prepare(connection, CLEAR).executeUpdate();
        PreparedStatement add = statements.prepare(connection, ADD);
        for (Standing standing : standings) {
            add.setString(1, standing.currency());
            add.setInt(2, standing.rank());
            add.setString(3, standing.account());
            add.setString(4, standing.net().toPlainString());
            add.setString(5, standing.realised().toPlainString());
            add.setString(6, standing.unrealised().toPlainString());
            add.setString(7, standing.charges().toPlainString());
            add.setInt(8, standing.pending() ? 1 : 0);
            add.addBatch();
        }
        add.executeBatch();
    }
}
