package daybook.posttrade.capture;

import daybook.events.Side;
import daybook.events.Trade;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A trade read back from its row: the columns of the table in their order. */
final class TradeRow {
    private TradeRow() {}

    static Trade read(ResultSet row) throws SQLException {
        return new Trade(
                row.getLong(2),
                row.getLong(3),
                row.getLong(1),
                row.getString(4),
                row.getLong(5),
                row.getLong(6),
                Side.valueOf(row.getString(7)),
                row.getLong(8),
                row.getLong(9),
                row.getString(10),
                row.getString(11));
    }
}
