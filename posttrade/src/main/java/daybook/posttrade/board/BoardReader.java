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
    private static final String SELECT = "SELECT currency, rank_no, account, net, realised, unrealised, charges,"
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
                        standings.add(new Standing(
                                row.getString(1),
                                row.getInt(2),
                                row.getString(3),
                                new BigDecimal(row.getString(4)),
                                new BigDecimal(row.getString(5)),
                                new BigDecimal(row.getString(6)),
                                new BigDecimal(row.getString(7)),
                                row.getInt(8) != 0));
                    }
                }
            }
            return standings;
        });
    }
}
