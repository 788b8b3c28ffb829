package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;

/** The {@code fill_correction} table. Confined to the ledger's thread. */
final class Corrections {
    private static final String FIND = "SELECT 1 FROM fill WHERE fill_order = ? AND account = ? AND symbol = ?";
    private static final String ADD = "INSERT INTO fill_correction (correction_id, fill_order, price, quantity, at_ms)"
            + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (correction_id) DO NOTHING";

    private final InstantSource clock;
    private final Statements statements = new Statements();

    Corrections(InstantSource clock) {
        this.clock = clock;
    }

    FillCorrection.Outcome apply(Connection connection, FillCorrection correction, Books books) throws SQLException {
        long order = Position.order(correction.tradeId(), correction.side());
        PreparedStatement find = statements.prepare(connection, FIND);
        find.setLong(1, order);
        find.setString(2, correction.accountId());
        find.setString(3, correction.symbol());
        try (ResultSet row = find.executeQuery()) {
            if (!row.next()) {
                return FillCorrection.Outcome.UNKNOWN_FILL;
            }
        }
        PreparedStatement add = statements.prepare(connection, ADD);
        add.setString(1, correction.correctionId());
        add.setLong(2, order);
        add.setLong(3, correction.price());
        add.setLong(4, correction.quantity());
        add.setLong(5, clock.millis());
        if (add.executeUpdate() == 0) {
            return FillCorrection.Outcome.REPEATED;
        }
        books.refold(connection, new Pair(correction.accountId(), correction.symbol()));
        return FillCorrection.Outcome.APPLIED;
    }
}
