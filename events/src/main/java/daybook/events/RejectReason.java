package daybook.events;

/** Why a command was refused. Names are part of the public format. */
public enum RejectReason {
    UNKNOWN_SYMBOL,
    INVALID_PRICE,
    INVALID_QUANTITY,
    PRICE_NOT_ON_TICK,
    PRICE_OUTSIDE_BAND,
    SESSION_NOT_OPEN,
    /** No such order, or another account's; the answer does not tell which. */
    UNKNOWN_ORDER,
    /** The account used the id before; the event names the first order if the body is the same, and none if it is another. */
    DUPLICATE_CLIENT_ORDER_ID,
    RATE_LIMITED,
    /** The account is unknown, or may only cancel. */
    ACCOUNT_DISABLED,
    /** A post-only order would have traded. */
    WOULD_TAKE,
    /** A fill-or-kill order could not trade whole. */
    CANNOT_FILL,
    /** A risk limit (quantity, notional, open orders) does not allow it. */
    INSUFFICIENT,
    /** The kill switch is engaged for the account or the venue. */
    KILL_SWITCH,
    /** A change of an instrument, account or session is not possible. */
    INVALID_SETTING,
    /** The order that an amend or cancel named has been filled. Known as long as its client order id is remembered. */
    ORDER_FILLED,
    /** The order that an amend or cancel named has been cancelled or has expired. */
    ORDER_CANCELLED
}
