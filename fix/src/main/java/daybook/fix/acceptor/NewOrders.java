package daybook.fix.acceptor;

import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.fix.Tag;
import daybook.fix.Units;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads NewOrderSingle. What would change the order's meaning and is not supported is refused, never left out. */
final class NewOrders {
    /** MinQty, MaxFloor, ExpireTime, PegOffsetValue, StopPx, DisplayInst, ExpireDate, CashOrderQty, OrderPercent, EffectiveTime, peg. */
    private static final int[] UNSUPPORTED = {110, 111, 126, 211, 99, 1084, 432, 152, 516, 168, 388};

    private static final String DO_NOT_TAKE = "6";

    private NewOrders() {}

    /** What came of reading it. */
    sealed interface Wish {}

    record Wanted(Command.NewOrder command) implements Wish {}

    /** @param reason OrdRejReason (103) */
    record Refused(int reason, String text) implements Wish {}

    static Wish read(Fields fields, String account, Optional<Instrument> instrument) {
        for (int tag : UNSUPPORTED) {
            if (fields.has(tag)) {
                return new Refused(Reasons.UNSUPPORTED, "tag " + tag + ": not supported");
            }
        }
        String named = fields.text(Tag.ACCOUNT);
        if (!named.isEmpty() && !named.equals(account)) {
            return new Refused(Reasons.UNKNOWN_ACCOUNT, "Account: not this session's");
        }
        if (instrument.isEmpty()) {
            return new Refused(Reasons.UNKNOWN_SYMBOL, "UNKNOWN_SYMBOL");
        }
        return sided(fields, account, instrument.get());
    }

    private static Wish sided(Fields fields, String account, Instrument instrument) {
        String side = fields.text(Tag.SIDE);
        if (!side.equals("1") && !side.equals("2")) {
            return new Refused(Reasons.UNSUPPORTED, "Side: " + side + " (expected: 1, 2)");
        }
        String type = fields.text(Tag.ORD_TYPE);
        if (!type.equals("1") && !type.equals("2")) {
            return new Refused(Reasons.UNSUPPORTED, "OrdType: " + type + " (expected: 1, 2)");
        }
        OrderType orderType = type.equals("1") ? OrderType.MARKET : OrderType.LIMIT;
        Optional<TimeInForce> timeInForce = timeInForce(fields);
        if (timeInForce.isEmpty()) {
            return new Refused(
                    Reasons.UNSUPPORTED,
                    "TimeInForce, ExecInst: " + fields.text(Tag.TIME_IN_FORCE) + ", " + fields.text(Tag.EXEC_INST)
                            + " (expected: 0, 1, 3, 4; with ExecInst 6, 1)");
        }
        OptionalLong quantity = Units.parse(fields.text(Tag.ORDER_QTY), instrument.quantityScale());
        if (quantity.isEmpty()) {
            return new Refused(
                    Reasons.INCORRECT_QUANTITY,
                    "OrderQty: " + fields.text(Tag.ORDER_QTY) + " (expected: at most " + instrument.quantityScale()
                            + " decimals)");
        }
        boolean limit = orderType == OrderType.LIMIT;
        OptionalLong price = limit || fields.has(Tag.PRICE)
                ? Units.parse(fields.text(Tag.PRICE), instrument.priceScale())
                : OptionalLong.of(0);
        if (price.isEmpty() || (!limit && price.getAsLong() != 0)) {
            return new Refused(
                    Reasons.OTHER,
                    "Price: " + fields.text(Tag.PRICE) + " (expected: "
                            + (limit ? "at most " + instrument.priceScale() + " decimals" : "none for a market order")
                            + ")");
        }
        return new Wanted(new Command.NewOrder(
                account,
                fields.text(Tag.CL_ORD_ID),
                instrument.symbol(),
                side.equals("1") ? Side.BUY : Side.SELL,
                orderType,
                timeInForce.get(),
                price.getAsLong(),
                quantity.getAsLong()));
    }

    private static Optional<TimeInForce> timeInForce(Fields fields) {
        String text = fields.text(Tag.TIME_IN_FORCE);
        String instruction = fields.text(Tag.EXEC_INST);
        if (!instruction.isEmpty()) {
            return instruction.equals(DO_NOT_TAKE) && text.equals("1")
                    ? Optional.of(TimeInForce.POST_ONLY)
                    : Optional.empty();
        }
        return switch (text) {
            case "", "0" -> Optional.of(TimeInForce.DAY);
            case "1" -> Optional.of(TimeInForce.GTC);
            case "3" -> Optional.of(TimeInForce.IOC);
            case "4" -> Optional.of(TimeInForce.FOK);
            default -> Optional.empty();
        };
    }
}
