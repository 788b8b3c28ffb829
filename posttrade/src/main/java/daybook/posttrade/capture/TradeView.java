package daybook.posttrade.capture;

import daybook.events.Side;
import java.math.BigDecimal;

/**
 * A trade as people read it.
 *
 * @param timeMicros venue time since the epoch
 */
public record TradeView(
        long tradeId,
        long seq,
        long timeMicros,
        String symbol,
        BigDecimal price,
        BigDecimal quantity,
        Side aggressorSide,
        long buyOrderId,
        long sellOrderId,
        String buyAccount,
        String sellAccount) {}
