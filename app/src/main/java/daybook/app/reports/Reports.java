package daybook.app.reports;

import java.util.List;
import java.util.Map;

/** Questions about what has been booked. Each answer is one consistent look at the database. Safe for many threads. */
public interface Reports {

    /** Account, symbol, net quantity, average price, realised and unrealised; {@code pending} where a key is suspect. */
    List<Map<String, Object>> positions(Filter filter);

    /** Per account and currency: cash, charges, realised, unrealised, net. */
    List<Map<String, Object>> profits(Filter filter);

    /** Newest first. */
    List<Map<String, Object>> fills(Filter filter);

    /** Newest first. */
    List<Map<String, Object>> trades(Filter filter);

    /** Newest first, with their last state. */
    List<Map<String, Object>> orders(Filter filter);

    /** Best first. */
    List<Map<String, Object>> leaderboard(int limit);
}
