package daybook.delivery;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** A real database whose writers something happens to: around their commits, or in the words that they say. */
public final class HarmedDatabase implements Database {

    /** What happens. */
    public interface Harm {
        /** Just before a commit takes effect. */
        default void beforeCommit(Connection real) throws SQLException {}

        /** A commit has taken effect; nobody has been told yet. */
        default void afterCommit(Connection real) throws SQLException {}

        /** Whether a statement is made on another connection, by itself: it is not part of the transaction. */
        default boolean isElsewhere(String sql) {
            return false;
        }

        /** What is said in the place of a statement. */
        default String said(String sql) {
            return sql;
        }
    }

    /** The process is gone: nobody catches it. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        public Crash(String where) {
            super(where);
        }
    }

    private final Database real;
    private final Harm harm;

    public HarmedDatabase(Database real, Harm harm) {
        this.real = real;
        this.harm = harm;
    }

    /**
     * A database whose process dies once, with a {@link Crash}.
     *
     * @param commit dies at this commit, the first is 1
     * @param after whether the commit takes effect
     */
    public static HarmedDatabase dying(Database real, int commit, boolean after) {
        return new HarmedDatabase(real, new Harm() {
            private int left = commit;

            @Override
            public void beforeCommit(Connection connection) throws SQLException {
                left--;
                die(connection, !after, "before a commit");
            }

            @Override
            public void afterCommit(Connection connection) throws SQLException {
                die(connection, after, "after a commit");
            }

            private void die(Connection connection, boolean here, String where) throws SQLException {
                if (here && left == 0) {
                    connection.close();
                    throw new Crash(where);
                }
            }
        });
    }

    /**
     * A database that makes a statement outside of the transaction, and dies before that commits: a planted bug. For PostgreSQL;
     * SQLite has one writer.
     */
    public static HarmedDatabase apart(Database real, String words) {
        return new HarmedDatabase(real, new Harm() {
            private boolean made;

            @Override
            public boolean isElsewhere(String sql) {
                made |= sql.contains(words);
                return sql.contains(words);
            }

            @Override
            public void beforeCommit(Connection connection) throws SQLException {
                if (made) {
                    connection.close();
                    throw new Crash("before the commit");
                }
            }
        });
    }

    /** A database that is told something else: a planted bug in a statement. */
    public static HarmedDatabase saying(Database real, String words, String others) {
        return new HarmedDatabase(real, new Harm() {
            @Override
            public String said(String sql) {
                return sql.replace(words, others);
            }
        });
    }

    @Override
    public Connection openWriter() throws SQLException {
        Connection connection = real.openWriter();
        return (Connection) Proxy.newProxyInstance(
                HarmedDatabase.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, method, arguments));
    }

    private Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        boolean commits =
                method.getName().equals("setAutoCommit") && (boolean) arguments[0] && !connection.getAutoCommit();
        if (method.getName().equals("prepareStatement")) {
            if (harm.isElsewhere((String) arguments[0])) {
                return real.openWriter().prepareStatement((String) arguments[0]);
            }
            arguments[0] = harm.said((String) arguments[0]);
        }
        if (commits) {
            harm.beforeCommit(connection);
        }
        Object result;
        try {
            result = method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (commits) {
            harm.afterCommit(connection);
        }
        return result;
    }

    @Override
    public void drop() throws SQLException {
        real.drop();
    }

    @Override
    public Connection openReader() throws SQLException {
        return real.openReader();
    }

    @Override
    public DataSource migrations() {
        return real.migrations();
    }

    @Override
    public boolean isMigrated(String location) {
        return real.isMigrated(location);
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public Optional<String> schema() {
        return real.schema();
    }

    @Override
    public boolean exists() {
        return real.exists();
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public void close() {
        real.close();
    }
}
