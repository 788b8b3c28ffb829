package daybook.posttrade.market;

import daybook.events.Side;

/**
 * A trade as everybody may see it.
 *
 * @param price in price units of the symbol
 * @param quantity in quantity units of the symbol
 * @param timeMicros venue time, microseconds since the epoch
 * @param aggressor the side whose order came in; in an auction, where neither did, BUY
 */
public record TradeTick(
        long seq, long tradeId, String symbol, long price, long quantity, long timeMicros, Side aggressor) {}
