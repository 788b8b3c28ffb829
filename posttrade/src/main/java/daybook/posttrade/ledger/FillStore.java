package daybook.posttrade.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Keeps fills and tells which of them it did not have: the guard that makes a fill count once. */
interface FillStore {

    /**
     * Stores fills in the caller's transaction.
     *
     * @return for each, whether it is new. Of two equal ones in the list only the first is
     */
    boolean[] add(Connection connection, List<ReadFill> fills) throws SQLException;
}
