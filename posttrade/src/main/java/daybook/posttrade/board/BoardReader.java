package daybook.posttrade.board;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** Answers questions from the board's tables, also after it has stopped. Safe for many threads. */
public final class BoardReader {
    private static final String SELECT =
            "SELECT currency, rank_no, account, net, realised, unrealised, charges, money_scale,"
                    + " pending FROM leaderboard WHERE rank_no <= ? ORDER BY currency, rank_no";

    private final DatabaseReader reader;

    public BoardReader(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /** @param limit the best of each currency */
    public List<Standing> leaderboard(int limit) {
        return reader.read(connection -> {
            List<Standing> standings = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT)) {
                select.setInt(1, limit);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        int scale = row.getInt(8);
                        standings.add(new Standing(
                                row.getString(1),
                                row.getInt(2),
                                row.getString(3),
                                BigDecimal.valueOf(row.getLong(4), scale),
                                BigDecimal.valueOf(row.getLong(5), scale),
                                BigDecimal.valueOf(row.getLong(6), scale),
                                BigDecimal.valueOf(row.getLong(7), scale),
                                row.getInt(9) != 0));
                    }
                }
            }
            return standings;
        });
    }
}
