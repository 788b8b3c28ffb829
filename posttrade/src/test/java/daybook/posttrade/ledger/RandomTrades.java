package daybook.posttrade.ledger;

import daybook.events.EventIds;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Seeded trades between accounts, as the fills of both sides in trade order. Prices in paise, money in paise. */
public final class RandomTrades {
    private RandomTrades() {}

    public static List<Fill> fills(long seed, int trades, int accounts, int symbols) {
        Random random = new Random(seed);
        List<Fill> fills = new ArrayList<>(2 * trades);
        for (int tradeId = 1; tradeId <= trades; tradeId++) {
            String buyer = "acct-" + random.nextInt(accounts);
            // Now and then an account trades with itself.
            String seller = "acct-" + random.nextInt(accounts);
            String symbol = "SYM" + random.nextInt(symbols);
            long price = 150_000L + random.nextInt(2_001) - 1_000;
            long quantity = 1L + random.nextInt(100);
            boolean buyerTakes = random.nextBoolean();
            fills.add(fill(tradeId, buyer, symbol, Side.BUY, price, quantity, buyerTakes));
            fills.add(fill(tradeId, seller, symbol, Side.SELL, price, quantity, !buyerTakes));
        }
        return fills;
    }

    private static Fill fill(
            long tradeId, String account, String symbol, Side side, long price, long quantity, boolean takes) {
        return new Fill(
                EventIds.ofFill(tradeId, side),
                tradeId,
                3 * tradeId,
                1_000_000 * tradeId,
                account,
                symbol,
                side,
                price,
                quantity,
                2 * tradeId + (side == Side.BUY ? 0 : 1),
                takes ? Liquidity.TAKER : Liquidity.MAKER,
                takes ? price * quantity / 10_000 : 0,
                "INR",
                2,
                0,
                2);
    }
}
