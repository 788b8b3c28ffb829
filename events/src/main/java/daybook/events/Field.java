package daybook.events;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The field names of the JSON, shared by writer and reader. They are part of the public format. */
enum Field {
    TYPE("type"),
    SEQ("seq"),
    TIME("time"),
    ORDER_ID("orderId"),
    CLIENT_ORDER_ID("clientOrderId"),
    ACCOUNT_ID("accountId"),
    SYMBOL("symbol"),
    SIDE("side"),
    ORDER_TYPE("orderType"),
    TIME_IN_FORCE("timeInForce"),
    PRICE("price"),
    QUANTITY("quantity"),
    REASON("reason"),
    CANCELLED_QUANTITY("cancelledQuantity"),
    LEAVES_QUANTITY("leavesQuantity"),
    TRADE_ID("tradeId"),
    AGGRESSOR_SIDE("aggressorSide"),
    BUY_ORDER_ID("buyOrderId"),
    SELL_ORDER_ID("sellOrderId"),
    BUY_ACCOUNT_ID("buyAccountId"),
    SELL_ACCOUNT_ID("sellAccountId"),
    ORDER_COUNT("orderCount"),
    STATE("state"),
    PRICE_SCALE("priceScale"),
    QUANTITY_SCALE("quantityScale"),
    MONEY_SCALE("moneyScale"),
    TICK("tick"),
    LOT("lot"),
    REFERENCE_PRICE("referencePrice"),
    BAND_PERCENT("bandPercent"),
    MAX_QUANTITY("maxQuantity"),
    MAX_NOTIONAL("maxNotional"),
    CURRENCY("currency"),
    ENABLED("enabled"),
    SELF_TRADE_MODE("selfTradeMode"),
    ORDERS_PER_SECOND("ordersPerSecond"),
    BURST("burst"),
    MAX_OPEN_ORDERS("maxOpenOrders"),
    ENGAGED("engaged"),
    FILL_ID("fillId"),
    LIQUIDITY("liquidity"),
    CHARGES("charges"),
    COMMAND_SEQ("commandSeq");

    /** The bare name. */
    final String text;
    /** As it stands in an object that we write: comma (before the first one the opening brace), quoted name, colon. */
    @SuppressWarnings("ImmutableEnumChecker") // Seen by this package alone, and nobody writes to it.
    final byte[] json;

    // The same as words of eight bytes, the last of which reaches back if need be: three loads compare any name.
    private final long firstMask;
    private final long first;
    private final int middleAt;
    private final long middle;
    private final int lastAt;
    private final long last;

    Field(String text) {
        this.text = text;
        json = ((text.equals("type") ? "{" : ",") + "\"" + text + "\":").getBytes(StandardCharsets.US_ASCII);
        if (json.length > 3 * Long.BYTES) {
            throw new IllegalArgumentException("name: " + text + " (expected: at most 20 characters)");
        }
        byte[] words = Arrays.copyOf(json, Math.max(json.length, Long.BYTES));
        firstMask = json.length < Long.BYTES ? (1L << (json.length * 8)) - 1 : -1;
        lastAt = words.length - Long.BYTES;
        middleAt = Math.min(Long.BYTES, lastAt);
        first = Ascii.word(words, 0);
        middle = Ascii.word(words, middleAt);
        last = Ascii.word(words, lastAt);
    }

    /** A place of its own in an array. */
    @SuppressWarnings("EnumOrdinal") // Stored nowhere: arrays by field live as long as one text is read.
    int index() {
        return ordinal();
    }

    /** Where the value begins if {@link #json} stands at {@code at}, else -1; also -1 closer to the end than any value. */
    int valueBehind(byte[] bytes, int at) {
        if (bytes.length - at <= lastAt + Long.BYTES || (Ascii.word(bytes, at) & firstMask) != first) {
            return -1;
        }
        boolean restToo =
                lastAt == 0 || (Ascii.word(bytes, at + middleAt) == middle && Ascii.word(bytes, at + lastAt) == last);
        return restToo ? at + json.length : -1;
    }
}
