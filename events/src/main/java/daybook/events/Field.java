package daybook.events;

import java.nio.charset.StandardCharsets;

/** The field names of the JSON, shared by writer and reader. They are part of the public format. */
final class Field {
    static final Field TYPE = new Field("type");
    static final Field SEQ = new Field("seq");
    static final Field TIME = new Field("time");
    static final Field ORDER_ID = new Field("orderId");
    static final Field CLIENT_ORDER_ID = new Field("clientOrderId");
    static final Field ACCOUNT_ID = new Field("accountId");
    static final Field SYMBOL = new Field("symbol");
    static final Field SIDE = new Field("side");
    static final Field ORDER_TYPE = new Field("orderType");
    static final Field TIME_IN_FORCE = new Field("timeInForce");
    static final Field PRICE = new Field("price");
    static final Field QUANTITY = new Field("quantity");
    static final Field REASON = new Field("reason");
    static final Field CANCELLED_QUANTITY = new Field("cancelledQuantity");
    static final Field LEAVES_QUANTITY = new Field("leavesQuantity");
    static final Field TRADE_ID = new Field("tradeId");
    static final Field AGGRESSOR_SIDE = new Field("aggressorSide");
    static final Field BUY_ORDER_ID = new Field("buyOrderId");
    static final Field SELL_ORDER_ID = new Field("sellOrderId");
    static final Field BUY_ACCOUNT_ID = new Field("buyAccountId");
    static final Field SELL_ACCOUNT_ID = new Field("sellAccountId");
    static final Field ORDER_COUNT = new Field("orderCount");
    static final Field STATE = new Field("state");
    static final Field PRICE_SCALE = new Field("priceScale");
    static final Field QUANTITY_SCALE = new Field("quantityScale");
    static final Field MONEY_SCALE = new Field("moneyScale");
    static final Field TICK = new Field("tick");
    static final Field LOT = new Field("lot");
    static final Field REFERENCE_PRICE = new Field("referencePrice");
    static final Field BAND_PERCENT = new Field("bandPercent");
    static final Field MAX_QUANTITY = new Field("maxQuantity");
    static final Field MAX_NOTIONAL = new Field("maxNotional");
    static final Field CURRENCY = new Field("currency");
    static final Field ENABLED = new Field("enabled");
    static final Field SELF_TRADE_MODE = new Field("selfTradeMode");
    static final Field ORDERS_PER_SECOND = new Field("ordersPerSecond");
    static final Field BURST = new Field("burst");
    static final Field MAX_OPEN_ORDERS = new Field("maxOpenOrders");
    static final Field ENGAGED = new Field("engaged");
    static final Field FILL_ID = new Field("fillId");
    static final Field LIQUIDITY = new Field("liquidity");
    static final Field CHARGES = new Field("charges");
    static final Field COMMAND_SEQ = new Field("commandSeq");

    /** The bare name. */
    final String text;
    /** As it stands in an object behind another field: comma, quoted name, colon. */
    final byte[] json;

    private Field(String text) {
        this.text = text;
        json = (",\"" + text + "\":").getBytes(StandardCharsets.US_ASCII);
    }
}
