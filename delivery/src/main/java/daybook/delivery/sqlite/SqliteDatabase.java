package daybook.delivery.sqlite;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * One SQLite file: WAL, so that readers and the writer do not wait for each other, and {@code synchronous=FULL}, because with
 * NORMAL a power cut takes back commits that have been acknowledged.
 *
 * <p>Writers begin with {@code BEGIN IMMEDIATE}. A deferred transaction that reads first and writes later fails at once when
 * another process has written in between, whatever the busy timeout; taking the write lock first makes waiting really wait.
 */
public final class SqliteDatabase implements Database {

    /** Until this many KiB of the WAL are on disk the pages are kept in memory; negative = KiB, as SQLite has it. */
    private static final int CACHE_KIB = -65_536;

    /** The WAL is cut back to this after a checkpoint, so that one long reader does not leave a large file for ever. */
    private static final int WAL_LIMIT_BYTES = 64 << 20;

    private static final String WAL = "-wal";

    private final Path file;
    private final Duration busyTimeout;

    /** @param busyTimeout how long a statement waits for another process's lock before it fails */
    public SqliteDatabase(Path file, Duration busyTimeout) {
        if (busyTimeout.isNegative() || busyTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("busyTimeout: " + busyTimeout + " (expected: 0 to 24 days)");
        }
        this.file = file;
        this.busyTimeout = busyTimeout;
    }

    @Override
    public Connection openWriter() throws SQLException {
        SQLiteConfig config = config();
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        return config.createConnection(url());
    }

    @Override
    public Connection openReader() throws SQLException {
        if (!exists()) {
            throw new SQLException("database: " + file + " is not there");
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) busyTimeout.toMillis());
        config.setReadOnly(true);
        Connection connection = config.createConnection(url());
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public DataSource migrations() {
        SQLiteDataSource source = new SQLiteDataSource(config());
        source.setUrl(url());
        return source;
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public boolean exists() {
        return Files.exists(file);
    }

    /** The write-ahead log goes when the last connection does, but not if that one can only read: so this one can write. */
    @Override
    public void tidy() throws SQLException {
        if (exists() && Files.exists(beside(WAL))) {
            openWriter().close();
        }
    }

    @Override
    public void drop() throws SQLException {
        try {
            // The file first: what is left of a log without its file is deleted by the next open.
            for (String part : List.of("", WAL, "-shm")) {
                Files.deleteIfExists(beside(part));
            }
        } catch (IOException e) {
            throw new SQLException("database: " + file + " cannot be deleted: " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return file.toString();
    }

    private SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) busyTimeout.toMillis());
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setCacheSize(CACHE_KIB);
        config.setJournalSizeLimit(WAL_LIMIT_BYTES);
        return config;
    }

    private Path beside(String part) {
        return file.resolveSibling(file.getFileName() + part);
    }

    private String url() {
        return "jdbc:sqlite:" + file;
    }
}
