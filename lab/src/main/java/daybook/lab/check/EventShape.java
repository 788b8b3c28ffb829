package daybook.lab.check;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the fields of an event's payload are called (docs/formats/events.md, sections 1 and 2).
 *
 * @param type the {@code type} of the JSON
 * @param codes one column per small code
 * @param words names of the words behind the time
 * @param texts names of the texts
 * @param key which of the texts is the record key; -1 = the empty key
 */
record EventShape(Name type, List<Column> codes, List<Name> words, List<Name> texts, int key) {

    /** A field name and its hash. */
    record Name(String text, long hash) {
        static Name of(String text) {
            return new Name(text, Fingerprint.ofText(text));
        }
    }

    /** How a small code is read. */
    enum Coding {
        CONSTANT,
        FLAG,
        NUMBER
    }

    /** A small code. */
    record Column(Name name, Coding coding, List<Name> constants) {}

    private static final Column SIDE = column("side", "BUY SELL");
    private static final Column CANCEL_REASON =
            column("reason", "CLIENT_REQUEST SELF_TRADE_PREVENTION NO_LIQUIDITY MODIFIED_TO_ZERO KILL_SWITCH EXPIRED");
    private static final Column REJECT_REASON = column(
            "reason",
            "UNKNOWN_SYMBOL INVALID_PRICE INVALID_QUANTITY PRICE_NOT_ON_TICK PRICE_OUTSIDE_BAND SESSION_NOT_OPEN"
                    + " UNKNOWN_ORDER DUPLICATE_CLIENT_ORDER_ID RATE_LIMITED ACCOUNT_DISABLED WOULD_TAKE CANNOT_FILL"
                    + " INSUFFICIENT KILL_SWITCH INVALID_SETTING ORDER_FILLED ORDER_CANCELLED");

    private static final List<EventShape> BY_CODE = List.of(
            shape(
                    "OrderAccepted",
                    List.of(
                            SIDE,
                            column("orderType", "LIMIT MARKET"),
                            column("timeInForce", "GTC DAY IOC FOK POST_ONLY")),
                    "orderId price quantity",
                    "clientOrderId accountId symbol"),
            shape("OrderRejected", List.of(REJECT_REASON), "orderId", "clientOrderId accountId symbol"),
            shape("OrderCancelled", List.of(CANCEL_REASON), "orderId cancelledQuantity", "accountId symbol"),
            shape("OrderModified", List.of(), "orderId price quantity leavesQuantity", "accountId symbol"),
            shape(
                    "Trade",
                    List.of(column("aggressorSide", "BUY SELL")),
                    "tradeId price quantity buyOrderId sellOrderId",
                    "symbol buyAccountId sellAccountId"),
            shape("BookUpdate", List.of(SIDE), "price quantity orderCount", "symbol"),
            shape("SessionStateChanged", List.of(column("state", "CLOSED AUCTION OPEN HALTED")), "", ""),
            shape(
                    "InstrumentChanged",
                    List.of(number("priceScale"), number("quantityScale"), number("moneyScale")),
                    "tick lot referencePrice bandPercent maxQuantity maxNotional",
                    "symbol currency"),
            shape(
                    "AccountChanged",
                    List.of(
                            flag("enabled"),
                            column("selfTradeMode", "CANCEL_RESTING CANCEL_INCOMING CANCEL_BOTH NONE")),
                    "ordersPerSecond burst maxOpenOrders",
                    "accountId"),
            shape("KillSwitchChanged", List.of(flag("engaged")), "", "accountId"));

    /** The shape of a type code. */
    static EventShape ofCode(int code) {
        if (code < 1 || code > BY_CODE.size()) {
            throw new CheckException("payload: type code " + code + " is not known to this check");
        }
        return BY_CODE.get(code - 1);
    }

    private static EventShape shape(String type, List<Column> codes, String words, String texts) {
        List<Name> named = names(texts);
        return new EventShape(Name.of(type), codes, names(words), named, named.indexOf(Name.of("symbol")));
    }

    private static Column column(String name, String constants) {
        return new Column(Name.of(name), Coding.CONSTANT, names(constants));
    }

    private static Column number(String name) {
        return new Column(Name.of(name), Coding.NUMBER, List.of());
    }

    private static Column flag(String name) {
        return new Column(Name.of(name), Coding.FLAG, List.of());
    }

    private static List<Name> names(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(" ", -1)).map(Name::of).toList();
    }
}
