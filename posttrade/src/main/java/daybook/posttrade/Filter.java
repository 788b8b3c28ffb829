package daybook.posttrade;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which rows somebody wants to see.
 *
 * @param account "" = of all accounts
 * @param symbol "" = in all symbols
 */
public record Filter(String account, String symbol) {
    public static final Filter ALL = new Filter("", "");

    public static Filter account(String account) {
        return new Filter(account, "");
    }

    /** The condition, with a leading space; empty if there is none. Columns are names of the program, never input. */
    public String where(String accountColumn, String symbolColumn) {
        List<String> conditions = new ArrayList<>(2);
        if (!account.isEmpty()) {
            conditions.add(accountColumn + " = ?");
        }
        if (!symbol.isEmpty()) {
            conditions.add(symbolColumn + " = ?");
        }
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** Binds what {@link #where} asks for. Returns the index of the next parameter. */
    public int bind(PreparedStatement statement, int from) throws SQLException {
        int at = from;
        if (!account.isEmpty()) {
            statement.setString(at++, account);
        }
        if (!symbol.isEmpty()) {
            statement.setString(at++, symbol);
        }
        return at;
    }
}
