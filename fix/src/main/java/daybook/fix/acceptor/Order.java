package daybook.fix.acceptor;

import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderView;
import java.math.BigInteger;

/** An order as the next report will tell it. Confined to the acceptor's thread. */
final class Order {
    private final long orderId;
    private final String accountId;
    private final String symbol;
    private final Side side;
    private final OrderType type;
    private final TimeInForce timeInForce;

    /** The name that its last accepted request gave it. */
    String clOrdId;

    long price;
    long quantity;
    long filled;
    /** Of price times quantity, over its trades. */
    BigInteger notional = BigInteger.ZERO;

    State state = State.NEW;

    /** Where an order is, as OrdStatus (39) says it. */
    enum State {
        NEW('0'),
        PARTIALLY_FILLED('1'),
        FILLED('2'),
        CANCELLED('4'),
        EXPIRED('C');

        final char ordStatus;

        State(char ordStatus) {
            this.ordStatus = ordStatus;
        }

        boolean isOpen() {
            return this == NEW || this == PARTIALLY_FILLED;
        }
    }

    Order(OrderAccepted event) {
        this.orderId = event.orderId();
        this.accountId = event.accountId();
        this.symbol = event.symbol();
        this.side = event.side();
        this.type = event.orderType();
        this.timeInForce = event.timeInForce();
        this.clOrdId = event.clientOrderId();
        this.price = event.price();
        this.quantity = event.quantity();
    }

    /** As the exchange shows an order that is not, or no longer, known here. Its average price is not known. */
    Order(OrderView view) {
        this.orderId = view.orderId();
        this.accountId = view.accountId();
        this.symbol = view.symbol();
        this.side = view.side();
        this.type = view.orderType();
        this.timeInForce = view.timeInForce();
        this.clOrdId = view.clientOrderId();
        this.price = view.price();
        this.quantity = view.quantity();
        this.filled = view.filledQuantity();
        this.state = switch (view.status()) {
            case OPEN -> State.NEW;
            case PARTIALLY_FILLED -> State.PARTIALLY_FILLED;
            case FILLED -> State.FILLED;
            case CANCELLED -> State.CANCELLED;
        };
    }

    long orderId() {
        return orderId;
    }

    String accountId() {
        return accountId;
    }

    String symbol() {
        return symbol;
    }

    Side side() {
        return side;
    }

    OrderType type() {
        return type;
    }

    TimeInForce timeInForce() {
        return timeInForce;
    }

    long leaves() {
        return state.isOpen() ? quantity - filled : 0;
    }

    void trade(long tradePrice, long tradeQuantity) {
        filled += tradeQuantity;
        notional = notional.add(BigInteger.valueOf(tradePrice).multiply(BigInteger.valueOf(tradeQuantity)));
        state = filled >= quantity ? State.FILLED : State.PARTIALLY_FILLED;
    }
}
