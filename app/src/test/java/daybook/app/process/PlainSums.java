package daybook.app.process;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a venue's tables on PostgreSQL should hold, computed anew from its two topics by SQL that anybody can read (RELIABILITY 4.3,
 * invariants 1 to 4, 8 and 11). Every query answers with what is wrong: nothing, if nothing is.
 */
final class PlainSums {
    /** The copies of an event differ in nothing but their place; of a fill too. */
    private static final String ONE_BODY_EACH = """
            SELECT 'event' AS copies_differ, body->>'seq' AS id FROM scratch.events
            GROUP BY 2 HAVING COUNT(DISTINCT body) > 1
            UNION ALL
            SELECT 'fill', body->>'fillId' FROM scratch.fills
            GROUP BY 2 HAVING COUNT(DISTINCT body) > 1
            """;

    private static final String EVERY_SEQ = """
            SELECT COUNT(DISTINCT body->>'seq') AS events, MAX((body->>'seq')::BIGINT) AS last FROM scratch.events
            HAVING COUNT(DISTINCT body->>'seq') <> MAX((body->>'seq')::BIGINT)
            """;

    /** What the topics say: fills, trades, and the sides of trades, each once however many copies there are. */
    private static final String TOLD = """
            WITH fill AS (
                SELECT DISTINCT body->>'fillId' AS id, body->>'accountId' AS account, body->>'symbol' AS symbol,
                       body->>'side' AS side, (body->>'tradeId')::BIGINT AS trade_id, (body->>'price')::BIGINT AS price,
                       (body->>'quantity')::BIGINT AS quantity
                FROM scratch.fills),
            trade AS (
                SELECT DISTINCT (body->>'tradeId')::BIGINT AS trade_id, body->>'symbol' AS symbol,
                       body->>'buyAccountId' AS buyer, body->>'sellAccountId' AS seller,
                       (body->>'price')::BIGINT AS price, (body->>'quantity')::BIGINT AS quantity
                FROM scratch.events WHERE body->>'type' = 'Trade'),
            side AS (
                SELECT trade_id, symbol, buyer AS account, 'BUY' AS side, price, quantity FROM trade
                UNION ALL
                SELECT trade_id, symbol, seller, 'SELL', price, quantity FROM trade)
            """;

    /** Each trade has its two fills, and each fill its trade. */
    private static final String FILLS_ARE_TRADES = TOLD + """
                    SELECT side.*, fill.id FROM side
                    FULL JOIN fill ON fill.trade_id = side.trade_id AND fill.side = side.side
                        AND fill.account = side.account AND fill.symbol = side.symbol
                        AND fill.price = side.price AND fill.quantity = side.quantity
                    WHERE fill.id IS NULL OR side.account IS NULL
                    """;

    private static final String POSITIONS = """
            SELECT account, symbol, s.quantity AS summed, p.quantity AS stored, s.fills, p.fills AS stored_fills
            FROM (SELECT account, symbol, COUNT(*) AS fills,
                         SUM(CASE side WHEN 'BUY' THEN quantity ELSE -quantity END) AS quantity
                  FROM %s GROUP BY account, symbol) s
            FULL JOIN ledger.position p USING (account, symbol)
            WHERE s.quantity IS DISTINCT FROM p.quantity OR s.fills IS DISTINCT FROM p.fills
            """;

    private static final String ZERO_SUM = """
            SELECT symbol, SUM(quantity) AS quantity, SUM(cash) AS cash, SUM(realised - cost - cash) AS rest
            FROM ledger.position GROUP BY symbol
            HAVING SUM(quantity) <> 0 OR SUM(cash) <> 0 OR SUM(ABS(realised - cost - cash)) <> 0
            """;

    private static final String CAPTURED = TOLD + """
                    SELECT trade.*, t.trade_id AS stored FROM trade
                    FULL JOIN capture.trade t USING (trade_id)
                    WHERE t.trade_id IS NULL OR trade.buyer IS NULL OR t.fills_out <> 1
                    """;

    private static final String LEFT_OVER = """
            SELECT 'outbox' AS what, n::TEXT AS id FROM capture.outbox WHERE sent_at_ms IS NULL
            UNION ALL SELECT 'parked by capture', error FROM capture.dead_letter
            UNION ALL SELECT 'parked by the ledger', error FROM ledger.dead_letter
            UNION ALL SELECT 'half a trade', fill_order::TEXT FROM ledger.half_trade
            """;

    private static final String ORDERS = """
            SELECT order_id, accepted_seq, first_quantity, filled, cancelled FROM capture.orders
            WHERE accepted_seq = 0 OR filled < 0 OR cancelled < 0
                OR modified_seq = 0 AND filled + cancelled > first_quantity
            """;

    private static final String AUDITED = """
            SELECT line, invalid, (SELECT MAX((body->>'seq')::BIGINT) FROM scratch.events) AS last FROM audit.audit_state
            WHERE invalid > 0 OR line <> (SELECT MAX((body->>'seq')::BIGINT) FROM scratch.events)
            """;

    private static final String MARKET_SEQ = """
            SELECT seq, (SELECT MAX((body->>'seq')::BIGINT) FROM scratch.events) AS last FROM market.market_state
            WHERE seq <> (SELECT MAX((body->>'seq')::BIGINT) FROM scratch.events)
            """;

    /** In bars of every length there is every trade once. */
    private static final String BARS = TOLD + """
                    , bars AS (
                        SELECT split_part(bar_key, ':', 5) AS symbol, split_part(bar_key, ':', 6) AS timeframe,
                               SUM(volume) AS volume, SUM(trades) AS trades
                        FROM market.bar JOIN market.bar_series ON n = series WHERE imported = 0 GROUP BY 1, 2),
                    sums AS (SELECT symbol, SUM(quantity) AS volume, COUNT(*) AS trades FROM trade GROUP BY symbol)
                    SELECT symbol, timeframe, sums.volume, bars.volume AS stored FROM sums FULL JOIN bars USING (symbol)
                    WHERE sums.volume IS DISTINCT FROM bars.volume OR sums.trades IS DISTINCT FROM bars.trades
                    """;

    private PlainSums() {}

    /** What is wrong, each with the name of the rule. {@code scratch.events} and {@code scratch.fills} hold the topics. */
    static List<String> violations(Connection connection) throws SQLException {
        List<String> wrong = new ArrayList<>();
        add(wrong, connection, "every seq is on the topic", EVERY_SEQ);
        add(wrong, connection, "copies are equal", ONE_BODY_EACH);
        add(wrong, connection, "two fills for each trade", FILLS_ARE_TRADES);
        add(wrong, connection, "positions are the sums of the fills", TOLD + POSITIONS.formatted("fill"));
        add(wrong, connection, "positions are the sums of the trades", TOLD + POSITIONS.formatted("side"));
        add(wrong, connection, "zero sums", ZERO_SUM);
        add(wrong, connection, "every trade is captured", CAPTURED);
        add(wrong, connection, "orders add up", ORDERS);
        add(wrong, connection, "nothing is left over", LEFT_OVER);
        add(wrong, connection, "the audit has seen everything", AUDITED);
        return wrong;
    }

    /** The same for what the market service has stored, where it runs. */
    static List<String> violationsOfTheMarket(Connection connection) throws SQLException {
        List<String> wrong = new ArrayList<>();
        add(wrong, connection, "the market has seen everything", MARKET_SEQ);
        add(wrong, connection, "bars are the sums of the trades", BARS);
        return wrong;
    }

    private static void add(List<String> wrong, Connection connection, String rule, String query) throws SQLException {
        TopicInSql.rows(connection, query).forEach(row -> wrong.add(rule + ": " + row));
    }
}
