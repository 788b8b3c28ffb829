package daybook.posttrade.ledger;

import daybook.events.Liquidity;
import daybook.events.Side;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A fill as people read it, and what it counts as since it was corrected.
 *
 * @param timeMicros venue time since the epoch
 * @param correctedPrice absent if it was not corrected
 * @param correctedQuantity absent if it was not corrected; 0 = busted
 */
public record FillView(
        String fillId,
        long tradeId,
        long seq,
        long timeMicros,
        String account,
        String symbol,
        Side side,
        BigDecimal price,
        BigDecimal quantity,
        long orderId,
        Liquidity liquidity,
        BigDecimal charges,
        String currency,
        Optional<BigDecimal> correctedPrice,
        Optional<BigDecimal> correctedQuantity) {}
