package daybook.lab.simulation;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;

/**
 * A real SQLite in memory behind a network that fails: the one connection to it is the server, what services are given are
 * sessions. A session that ends in the middle of a transaction leaves nothing of it. One thread.
 */
final class SimDatabase implements Database {

    /** The process of the service is gone: nobody catches it. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("the process of the service", null, false, false);
        }
    }

    /** What happens between a service and its database. */
    record World(Faults faults, SimTime time, Trace trace) {}

    private static final String NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

    private final String service;
    private final World world;
    private final UnaryOperator<String> said;
    private final Connection real;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private @Nullable Session inTransaction;
    private long awayUntilNs;
    /** It is away, and nobody has noticed yet. */
    private boolean unnoticed;
    /** Sessions of earlier lives of the service are of no use any more. */
    private int life;

    /** @param said what is said in the place of a statement: itself, unless a bug is planted */
    SimDatabase(String service, World world, UnaryOperator<String> said) {
        this.service = service;
        this.world = world;
        this.said = said;
        try {
            real = DriverManager.getConnection("jdbc:sqlite::memory:");
            Templates.fill(real, service);
            Function.create(real, "sim_now_ms", new Function() {
                @Override
                protected void xFunc() throws SQLException {
                    result(world.time.databaseMillis());
                }
            });
        } catch (SQLException e) {
            throw new IllegalStateException("database: " + service, e);
        }
    }

    /** The service's process ended: its transaction is undone. */
    void processEnded() {
        life++;
        undo();
    }

    void away(Duration duration) {
        awayUntilNs = world.time.nanos() + duration.toNanos();
        unnoticed = true;
    }

    void heal() {
        awayUntilNs = 0;
    }

    /** For whoever judges: the real thing, outside of any transaction. */
    Connection inside() {
        if (inTransaction != null) {
            throw new IllegalStateException(service + ": a transaction is open (expected: none between two rounds)");
        }
        return real;
    }

    @Override
    public Connection openWriter() throws SQLException {
        requireThere();
        return new Session().proxy;
    }

    @Override
    public Connection openReader() throws SQLException {
        requireThere();
        return new Session().proxy;
    }

    @Override
    public DataSource migrations() {
        throw new UnsupportedOperationException(service + " is made from a template");
    }

    @Override
    public boolean isMigrated(String location) {
        return true;
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public Optional<String> schema() {
        return Optional.empty();
    }

    @Override
    public String name() {
        return service;
    }

    @Override
    public void close() {
        try {
            real.close();
        } catch (SQLException e) {
            throw new IllegalStateException("database: " + service, e);
        }
    }

    private void requireThere() throws SQLException {
        if (world.time.nanos() < awayUntilNs) {
            if (unnoticed) {
                unnoticed = false;
                world.faults.count(Fault.DATABASE_AWAY);
            }
            throw new SQLException(service + ": connection refused (simulated)");
        }
    }

    private void undo() {
        if (inTransaction != null) {
            inTransaction = null;
            try {
                real.rollback();
                real.setAutoCommit(true);
            } catch (SQLException e) {
                throw new IllegalStateException("database: " + service, e);
            }
        }
    }

    /** One connection, as a service sees it. */
    private final class Session {
        final Connection proxy = (Connection) Proxy.newProxyInstance(
                SimDatabase.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> call(method, arguments));
        private final Map<String, PreparedStatement> statements = new HashMap<>();
        private final int mine = life;
        private boolean lost;

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            Object first = arguments == null ? "" : arguments[0];
            return switch (method.getName()) {
                case "prepareStatement" -> prepare((String) first);
                case "setAutoCommit" -> {
                    setAutoCommit((boolean) first);
                    yield null;
                }
                case "getAutoCommit" -> inTransaction != this;
                case "rollback" -> {
                    if (first instanceof Savepoint back) {
                        requireAlive();
                        real.rollback(back);
                    } else if (inTransaction == this) {
                        undo();
                    }
                    yield null;
                }
                case "setSavepoint" -> {
                    requireAlive();
                    yield real.setSavepoint();
                }
                case "releaseSavepoint" -> {
                    requireAlive();
                    real.releaseSavepoint((Savepoint) first);
                    yield null;
                }
                case "close" -> {
                    if (inTransaction == this) {
                        undo();
                    }
                    lost = true;
                    yield null;
                }
                case "isClosed" -> lost;
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == first;
                case "toString" -> service;
                case "getMetaData" -> real.getMetaData();
                default -> throw new UnsupportedOperationException(method.toString());
            };
        }

        private PreparedStatement prepare(String sql) throws SQLException {
            requireAlive();
            PreparedStatement known = statements.get(sql);
            if (known != null) {
                return known;
            }
            String words = said.apply(sql).replace(NOW, "sim_now_ms()");
            PreparedStatement inside = prepared.get(words);
            if (inside == null) {
                inside = real.prepareStatement(words);
                prepared.put(words, inside);
            }
            inside.clearBatch();
            PreparedStatement statement = inside;
            PreparedStatement outside = (PreparedStatement) Proxy.newProxyInstance(
                    SimDatabase.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (self, method, arguments) -> execute(statement, method, arguments));
            statements.put(sql, outside);
            return outside;
        }

        private @Nullable Object execute(Statement statement, Method method, Object @Nullable [] arguments)
                throws Throwable {
            if (method.getName().equals("close")) {
                return null;
            }
            if (method.getName().startsWith("execute")) {
                requireAlive();
                if (world.faults.happens(Fault.SERVICE_DIES_AT_A_STATEMENT)) {
                    throw new Crash();
                }
                if (world.faults.happens(Fault.CONNECTION_LOST)) {
                    lose();
                }
            }
            return invoke(statement, method, arguments);
        }

        private void setAutoCommit(boolean on) throws SQLException {
            requireAlive();
            if (on) {
                if (inTransaction == this) {
                    commit();
                }
            } else if (inTransaction == null) {
                inTransaction = this;
                real.setAutoCommit(false);
            } else if (inTransaction != this) {
                throw new SQLException(service + ": [SQLITE_BUSY] another has begun to write (simulated)");
            }
        }

        private void commit() throws SQLException {
            boolean dies = world.faults.happens(Fault.SERVICE_DIES_AT_A_COMMIT);
            if (dies && world.faults.draw(2) == 0) {
                throw new Crash();
            }
            if (world.faults.happens(Fault.COMMIT_REFUSED)) {
                lose();
            }
            real.setAutoCommit(true);
            inTransaction = null;
            world.trace.add(service, 0);
            if (dies) {
                throw new Crash();
            }
            if (world.faults.happens(Fault.COMMIT_NOT_ANSWERED)) {
                lose();
            }
        }

        private void lose() throws SQLException {
            lost = true;
            if (inTransaction == this) {
                undo();
            }
            throw new SQLException(service + ": the connection was lost (simulated)");
        }

        private void requireAlive() throws SQLException {
            requireThere();
            if (lost || mine != life) {
                throw new SQLException(service + ": the connection is closed (simulated)");
            }
        }
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
