package daybook.delivery;

import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Brings a service's tables to the version that the program needs. What has been applied is in {@value #HISTORY}; a script that
 * was changed after it had been applied is refused.
 */
public final class Migrations {
    public static final String HISTORY = "daybook_schema_history";

    private static final String OWN = "classpath:daybook/delivery/db";

    private Migrations() {}

    /**
     * Applies the scripts that are missing: those of this module (cursors, inbox, outbox, dead letters) and the service's.
     *
     * @param location class path folder of the service's scripts, such as {@code daybook/posttrade/db/ledger}. Their versions
     *     start at 2, those of this module are 1.x
     * @throws DeliveryException if the database cannot be brought there; it is as before the failing script
     */
    public static void migrate(Database database, String location) {
        if (database.isMigrated(location)) {
            return;
        }
        try {
            FluentConfiguration configuration = Flyway.configure()
                    .dataSource(database.migrations())
                    .locations(OWN, "classpath:" + location)
                    .table(HISTORY)
                    // This module's 1.x scripts may come after a service's 2.x ones.
                    .outOfOrder(true)
                    .baselineOnMigrate(database.isSharedWithOthers())
                    .baselineVersion("0")
                    .placeholders(database.dialect().words())
                    .loggers("slf4j");
            // Made if it is missing.
            database.schema().ifPresent(schema -> configuration.schemas(schema).createSchemas(true));
            configuration.load().migrate();
        } catch (FlywayException e) {
            throw new DeliveryException("database: " + database.name() + " cannot be migrated" + reason(e), e);
        }
    }

    /** What the database said; Flyway's own words may hold the URL, and with it a password. */
    private static String reason(Throwable failed) {
        String reason = "";
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused) {
                reason = ": " + String.valueOf(refused.getMessage()).replace('\n', ' ');
            }
        }
        return reason;
    }
}
