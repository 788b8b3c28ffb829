package daybook.fix.acceptor;

import daybook.events.RejectReason;

/** The exchange's reasons, as FIX numbers them. The text (58) always has the exchange's own word. */
final class Reasons {
    static final int UNKNOWN_SYMBOL = 1;
    static final int UNKNOWN_ORDER = 5;
    static final int DUPLICATE_ORDER = 6;
    static final int UNSUPPORTED = 11;
    static final int INCORRECT_QUANTITY = 13;
    static final int UNKNOWN_ACCOUNT = 15;
    static final int OTHER = 99;

    static final int CANCEL_TOO_LATE = 0;
    static final int CANCEL_UNKNOWN_ORDER = 1;
    static final int CANCEL_VENUE_OPTION = 2;

    /** BusinessRejectReason (380). */
    static final int NOT_AVAILABLE = 4;

    private static final int VENUE_OPTION = 0;
    private static final int VENUE_CLOSED = 2;
    private static final int EXCEEDS_LIMIT = 3;

    private Reasons() {}

    /** OrdRejReason (103). */
    static int ofOrder(RejectReason reason) {
        return switch (reason) {
            case UNKNOWN_SYMBOL -> UNKNOWN_SYMBOL;
            case SESSION_NOT_OPEN -> VENUE_CLOSED;
            case INSUFFICIENT -> EXCEEDS_LIMIT;
            case UNKNOWN_ORDER -> UNKNOWN_ORDER;
            case DUPLICATE_CLIENT_ORDER_ID -> DUPLICATE_ORDER;
            case INVALID_QUANTITY -> INCORRECT_QUANTITY;
            case KILL_SWITCH, ACCOUNT_DISABLED, RATE_LIMITED -> VENUE_OPTION;
            case INVALID_PRICE,
                    PRICE_NOT_ON_TICK,
                    PRICE_OUTSIDE_BAND,
                    WOULD_TAKE,
                    CANNOT_FILL,
                    INVALID_SETTING,
                    ORDER_FILLED,
                    ORDER_CANCELLED -> OTHER;
        };
    }

    /** CxlRejReason (102). */
    static int ofChange(RejectReason reason) {
        return switch (reason) {
            case UNKNOWN_ORDER -> CANCEL_UNKNOWN_ORDER;
            case ORDER_FILLED, ORDER_CANCELLED -> CANCEL_TOO_LATE;
            case UNKNOWN_SYMBOL,
                    SESSION_NOT_OPEN,
                    INSUFFICIENT,
                    DUPLICATE_CLIENT_ORDER_ID,
                    INVALID_QUANTITY,
                    KILL_SWITCH,
                    ACCOUNT_DISABLED,
                    RATE_LIMITED,
                    INVALID_PRICE,
                    PRICE_NOT_ON_TICK,
                    PRICE_OUTSIDE_BAND,
                    WOULD_TAKE,
                    CANNOT_FILL,
                    INVALID_SETTING -> CANCEL_VENUE_OPTION;
        };
    }
}
