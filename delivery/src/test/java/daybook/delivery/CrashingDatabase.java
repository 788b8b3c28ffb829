package daybook.delivery;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** A database whose process dies just before, or just after, the n-th commit of a writer takes effect. */
public final class CrashingDatabase implements Database {

    /** The process is gone: nobody catches it. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        public Crash(String where) {
            super(where);
        }
    }

    private final Database real;
    private final boolean after;
    private int commitsLeft;

    /**
     * A database that dies once.
     *
     * @param commits dies at this commit, the first is 1
     * @param after whether the commit takes effect
     */
    public CrashingDatabase(Database real, int commits, boolean after) {
        this.real = real;
        this.commitsLeft = commits;
        this.after = after;
    }

    @Override
    public Connection openWriter() throws SQLException {
        Connection connection = real.openWriter();
        return (Connection) Proxy.newProxyInstance(
                CrashingDatabase.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, method, arguments));
    }

    private Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        boolean commits =
                method.getName().equals("setAutoCommit") && (boolean) arguments[0] && !connection.getAutoCommit();
        boolean dies = commits && --commitsLeft == 0;
        if (dies && !after) {
            connection.close();
            throw new Crash("before a commit");
        }
        try {
            Object result = method.invoke(connection, arguments);
            if (dies) {
                connection.close();
                throw new Crash("after a commit");
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
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
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public Optional<String> schema() {
        return real.schema();
    }

    @Override
    public String name() {
        return real.name();
    }
}
