package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.events.Instrument;
import daybook.events.RejectReason;

/** What a client is told when the exchange refused its command. */
final class Rejections {
    private Rejections() {}

    static HttpError of(RejectReason reason, Instrument instrument) {
        String message = explain(reason, instrument);
        return switch (reason) {
            case UNKNOWN_ORDER -> HttpError.notFound(reason.name(), message);
            case DUPLICATE_CLIENT_ORDER_ID -> new HttpError(409, reason.name(), message);
            case RATE_LIMITED -> new HttpError(429, reason.name(), message, Json.fields("reason", reason.name()));
            case UNKNOWN_SYMBOL,
                    INVALID_PRICE,
                    INVALID_QUANTITY,
                    PRICE_NOT_ON_TICK,
                    PRICE_OUTSIDE_BAND,
                    SESSION_NOT_OPEN,
                    ACCOUNT_DISABLED,
                    WOULD_TAKE,
                    CANNOT_FILL,
                    INSUFFICIENT,
                    KILL_SWITCH,
                    INVALID_SETTING,
                    ORDER_FILLED,
                    ORDER_CANCELLED -> HttpError.refused(reason.name(), message);
        };
    }

    private static String explain(RejectReason reason, Instrument instrument) {
        return switch (reason) {
            case UNKNOWN_SYMBOL -> "symbol: not listed (expected: one of GET /api/v1/symbols)";
            case INVALID_PRICE -> "price: not accepted for this order";
            case INVALID_QUANTITY ->
                "quantity: not accepted (expected: a multiple of the lot "
                        + DecimalText.format(instrument.lot(), instrument.quantityScale()) + ", within the limits)";
            case PRICE_NOT_ON_TICK ->
                "price: off the tick (expected: a multiple of the tick "
                        + DecimalText.format(instrument.tick(), instrument.priceScale()) + ")";
            case PRICE_OUTSIDE_BAND ->
                "price: outside the band (expected: in the range of " + instrument.bandPercent()
                        + " % around the reference price)";
            case SESSION_NOT_OPEN -> "session: the venue does not take this order now";
            case UNKNOWN_ORDER -> "orderId: no such thing";
            case DUPLICATE_CLIENT_ORDER_ID -> "clientOrderId: used before for another order";
            case RATE_LIMITED -> "account: too many commands (expected: fewer; see Retry-After)";
            case ACCOUNT_DISABLED -> "account: disabled";
            case WOULD_TAKE -> "price: a post-only order would trade";
            case CANNOT_FILL -> "quantity: cannot be filled whole";
            case INSUFFICIENT -> "quantity: a limit (quantity, notional, open orders) does not allow it";
            case KILL_SWITCH -> "account: the kill switch is engaged";
            case INVALID_SETTING -> "body: the change is not possible";
            case ORDER_FILLED -> "orderId: the order has been filled";
            case ORDER_CANCELLED -> "orderId: the order has been cancelled or has expired";
        };
    }
}
