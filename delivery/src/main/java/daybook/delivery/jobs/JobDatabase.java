package daybook.delivery.jobs;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Migrations;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The database of the jobs: locks, the jobs themselves where the driver keeps them in a database, what the other drivers remember of
 * theirs, history, and which effects have been written ({@code docs/formats/jobs.md}).
 */
public final class JobDatabase {
    /** What it is called: a file, or a schema. */
    public static final String NAME = "jobs";

    private static final String SCRIPTS = "daybook/delivery/jobs/db";

    private JobDatabase() {}

    /** Makes the tables that are missing. */
    public static void migrate(Database database) {
        if (database.isMigrated(SCRIPTS)) {
            return;
        }
        Migrations.migrate(database, SCRIPTS);
        migrateEffects(database);
    }

    /**
     * Makes the one table that {@link EffectGuard} needs in a service's database, where jobs write their effects. The service's own
     * tables are there before. Does nothing if it is there.
     *
     * @throws DeliveryException if the database refuses
     */
    public static void migrateEffects(Database database) {
        try {
            if (!database.has(EffectGuard.TABLE)) {
                createGuard(database);
            }
        } catch (SQLException e) {
            throw new DeliveryException(
                    "database: " + database.name() + " cannot be given the table " + EffectGuard.TABLE + ": "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        }
    }

    private static void createGuard(Database database) throws SQLException {
        try (Connection connection = database.migrations().getConnection()) {
            EffectGuard.createTable(connection, database.dialect());
        } catch (SQLException refused) {
            // On PostgreSQL one of two processes that make it at once is refused, whatever "if not exists" says.
            if (!database.has(EffectGuard.TABLE)) {
                throw refused;
            }
        }
    }
}
