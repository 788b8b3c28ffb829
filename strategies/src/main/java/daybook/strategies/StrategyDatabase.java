package daybook.strategies;

import daybook.delivery.Database;
import daybook.delivery.Migrations;

/**
 * The database of the strategy backbone: bars, strategies, evaluations, leases, orders, outbox. One for all of its services, because what
 * must not come apart lies in several of their tables: an evaluation and the lease it was made under, an order and the grant it was
 * decided under ({@code docs/decisions/0027}).
 */
public final class StrategyDatabase {
    /** What it is called: a file, or a schema. */
    public static final String NAME = "strategies";

    private static final String SCRIPTS = "daybook/strategies/db";

    private StrategyDatabase() {}

    /** Makes the tables that are missing. */
    public static void migrate(Database database) {
        Migrations.migrate(database, SCRIPTS);
    }
}
