package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;

/** The {@code fill_correction} table. Confined to the ledger's thread. */
final class Corrections {
    private static final String FIND =
            "SELECT 1 FROM fill WHERE account = ? AND symbol = ? AND trade_id = ? AND side = ?";
    private static final String ADD =
            "INSERT INTO fill_correction (account, symbol, trade_id, side, correction_id, price,"
                    + " quantity, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (correction_id) DO NOTHING";

    private final InstantSource clock;
    private final Statements statements = new Statements();

    Corrections(InstantSource clock) {
        this.clock = clock;
    }

    FillCorrection.Outcome apply(Connection connection, FillCorrection correction, Books books) throws SQLException {
        PreparedStatement find = bindFill(connection, FIND, correction);
        try (ResultSet row = find.executeQuery()) {
            if (!row.next()) {
                return FillCorrection.Outcome.UNKNOWN_FILL;
            }
        }
        PreparedStatement add = bindFill(connection, ADD, correction);
        add.setString(5, correction.correctionId());
        add.setLong(6, correction.price());
        add.setLong(7, correction.quantity());
        add.setLong(8, clock.millis());
        if (add.executeUpdate() == 0) {
            return FillCorrection.Outcome.REPEATED;
        }
        books.refold(connection, new Pair(correction.accountId(), correction.symbol()));
        return FillCorrection.Outcome.APPLIED;
    }

    private PreparedStatement bindFill(Connection connection, String sql, FillCorrection correction)
            throws SQLException {
        PreparedStatement statement = statements.prepare(connection, sql);
        statement.setString(1, correction.accountId());
        statement.setString(2, correction.symbol());
        statement.setLong(3, correction.tradeId());
        statement.setString(4, correction.side().name());
        return statement;
    }
}
