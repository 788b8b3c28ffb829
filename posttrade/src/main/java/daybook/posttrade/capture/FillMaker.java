package daybook.posttrade.capture;

import daybook.delivery.OutboxMessage;
import daybook.events.Envelope;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.log.Header;
import daybook.posttrade.Exact;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes a trade's two fills, and the messages that carry them, keyed by account. */
final class FillMaker {
    private final String topic;
    private final ChargeSchedule charges;

    FillMaker(String topic, ChargeSchedule charges) {
        this.topic = topic;
        this.charges = charges;
    }

    /** @throws ArithmeticException if the notional does not fit into 64 bits */
    Fill fill(Trade trade, Side side, Instruments.Terms terms) {
        boolean buys = side == Side.BUY;
        Liquidity liquidity = trade.aggressorSide() == side ? Liquidity.TAKER : Liquidity.MAKER;
        int spare = terms.moneyScale() - terms.priceScale() - terms.quantityScale();
        long notional =
                Math.multiplyExact(Math.multiplyExact(trade.price(), trade.quantity()), Exact.powerOfTen(spare));
        return new Fill(
                EventIds.ofFill(trade.tradeId(), side),
                trade.tradeId(),
                trade.seq(),
                trade.time(),
                buys ? trade.buyAccountId() : trade.sellAccountId(),
                trade.symbol(),
                side,
                trade.price(),
                trade.quantity(),
                buys ? trade.buyOrderId() : trade.sellOrderId(),
                liquidity,
                charges.charge(notional, liquidity),
                terms.currency(),
                terms.priceScale(),
                terms.quantityScale(),
                terms.moneyScale());
    }

    OutboxMessage message(Fill fill) {
        List<Header> headers = Envelope.of(fill).stream()
                .map(attribute -> Header.of(attribute.name(), attribute.value()))
                .toList();
        return new OutboxMessage(
                topic, fill.accountId().getBytes(StandardCharsets.UTF_8), headers, EventJson.toBytes(fill));
    }
}
