package daybook.posttrade.capture;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * An order as capture has it: as far as events have come, not as far as the exchange is.
 *
 * @param acceptedMicros venue time since the epoch
 * @param price limit price as last changed; absent for a market order
 * @param quantity whole quantity as last changed, what has traded included
 * @param averagePrice of what has traded, to four decimals more than a price has; absent if nothing has
 * @param cancelReason absent unless it was cancelled
 */
public record OrderRowView(
        long orderId,
        String clientOrderId,
        String account,
        String symbol,
        Side side,
        OrderType orderType,
        TimeInForce timeInForce,
        Optional<BigDecimal> price,
        BigDecimal quantity,
        BigDecimal filled,
        BigDecimal cancelled,
        Optional<BigDecimal> averagePrice,
        Status status,
        Optional<String> cancelReason,
        long acceptedMicros) {

    /** Where it is in its life. */
    public enum Status {
        OPEN,
        PARTIALLY_FILLED,
        FILLED,
        CANCELLED
    }
}
