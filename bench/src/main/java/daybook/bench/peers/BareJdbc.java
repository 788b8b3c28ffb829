package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.bench.Store;
import daybook.bench.workload.FillStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the database alone can do: one upsert of the position and one insert of the fill per fill, in JDBC batches, with the last
 * applied id in the same transaction. No log, no JSON, no average cost, no deduplication. SQLite: WAL, synchronous=FULL; PostgreSQL:
 * synchronous_commit=on.
 */
public final class BareJdbc implements Contestant {
    private final FillStream fills;
    private final int batch;
    private final Store store;

    public BareJdbc(FillStream fills, int batch, Store store) {
        this.fills = fills;
        this.batch = batch;
        this.store = store;
    }

    @Override
    public String name() {
        return "bare JDBC batch, " + store.label();
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("jdbc");
        double rate;
        try (Connection connection = store.connect(folder)) {
            prepare(connection);
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            apply(connection);
            rate = fills.size() / ((System.nanoTime() - start) / 1e9);
            check(connection);
        }
        Scratch.delete(folder);
        return rate;
    }

    private void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!store.isPostgres()) {
                statement.execute("PRAGMA journal_mode=WAL");
                statement.execute("PRAGMA synchronous=FULL");
                statement.execute("PRAGMA cache_size=-65536");
            }
            String clustered = store.isPostgres() ? "" : " WITHOUT ROWID";
            statement.execute("CREATE TABLE positions(account TEXT NOT NULL, symbol TEXT NOT NULL, qty BIGINT NOT NULL,"
                    + " cost BIGINT NOT NULL, fills INT NOT NULL, PRIMARY KEY(account, symbol))" + clustered);
            statement.execute("CREATE TABLE fills(trade BIGINT NOT NULL, side TEXT NOT NULL, account TEXT NOT NULL,"
                    + " symbol TEXT NOT NULL, qty BIGINT NOT NULL, price BIGINT NOT NULL, PRIMARY KEY(trade, side))"
                    + clustered);
            statement.execute("CREATE TABLE applied(part INT PRIMARY KEY, last_id BIGINT NOT NULL)");
            statement.execute("INSERT INTO applied VALUES(0, 0)");
        }
    }

    private void apply(Connection connection) throws SQLException {
        try (PreparedStatement position = connection.prepareStatement(
                        "INSERT INTO positions VALUES(?,?,?,?,1) ON CONFLICT(account, symbol) DO UPDATE SET"
                                + " qty=positions.qty+excluded.qty, cost=positions.cost+excluded.cost,"
                                + " fills=positions.fills+1");
                PreparedStatement fill = connection.prepareStatement("INSERT INTO fills VALUES(?,?,?,?,?,?)");
                PreparedStatement applied = connection.prepareStatement("UPDATE applied SET last_id=? WHERE part=0")) {
            for (int i = 0; i < fills.size(); i++) {
                add(position, fill, i);
                if ((i + 1) % batch == 0 || i + 1 == fills.size()) {
                    position.executeBatch();
                    fill.executeBatch();
                    applied.setLong(1, i);
                    applied.executeUpdate();
                    connection.commit();
                }
            }
        }
    }

    private void add(PreparedStatement position, PreparedStatement fill, int i) throws SQLException {
        long signed = fills.buy(i) ? fills.quantity(i) : -fills.quantity(i);
        position.setString(1, fills.account(i));
        position.setString(2, fills.symbol(i));
        position.setLong(3, signed);
        position.setLong(4, signed * fills.price(i));
        position.addBatch();
        fill.setLong(1, fills.tradeId(i));
        fill.setString(2, fills.buy(i) ? "B" : "S");
        fill.setString(3, fills.account(i));
        fill.setString(4, fills.symbol(i));
        fill.setLong(5, fills.quantity(i));
        fill.setLong(6, fills.price(i));
        fill.addBatch();
    }

    private void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(fills), SUM(qty) FROM positions")) {
            row.next();
            if (row.getLong(1) != fills.size() || row.getLong(2) != 0) {
                throw new IllegalStateException(name() + ": " + row.getLong(1) + " fills, net " + row.getLong(2));
            }
        }
        connection.commit();
    }
}
