package daybook.fix.acceptor;

import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.fix.Tag;
import daybook.fix.Units;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an OrderCancelReplaceRequest asks for: another price, another whole quantity. Nothing else can be replaced.
 *
 * @param fault why it cannot be done; empty if it can
 * @param price 0 = unchanged
 */
record Replacement(String fault, long price, long quantity) {

    static Replacement read(Fields fields, Order order, Optional<Instrument> found) {
        if (found.isEmpty()) {
            return refused("UNKNOWN_SYMBOL");
        }
        Instrument instrument = found.get();
        if (fields.has(Tag.SIDE) && !fields.text(Tag.SIDE).equals(order.side() == Side.BUY ? "1" : "2")) {
            return refused("Side: cannot be changed");
        }
        if (!fields.text(Tag.SYMBOL).equals(order.symbol())) {
            return refused("Symbol: cannot be changed");
        }
        if (!fields.text(Tag.ORD_TYPE).equals(order.type() == OrderType.MARKET ? "1" : "2")) {
            return refused("OrdType: cannot be changed");
        }
        OptionalLong quantity = Units.parse(fields.text(Tag.ORDER_QTY), instrument.quantityScale());
        OptionalLong price = fields.has(Tag.PRICE)
                ? Units.parse(fields.text(Tag.PRICE), instrument.priceScale())
                : OptionalLong.of(0);
        if (quantity.isEmpty() || quantity.getAsLong() <= 0) {
            return refused("OrderQty: " + fields.text(Tag.ORDER_QTY) + " (expected: above 0, at most "
                    + instrument.quantityScale() + " decimals)");
        }
        if (price.isEmpty() || price.getAsLong() < 0) {
            return refused("Price: " + fields.text(Tag.PRICE) + " (expected: at most " + instrument.priceScale()
                    + " decimals)");
        }
        return new Replacement("", price.getAsLong(), quantity.getAsLong());
    }

    private static Replacement refused(String fault) {
        return new Replacement(fault, 0, 0);
    }
}
