package daybook.events;

/** Why an order ended unfilled. Names are part of the public format. */
public enum CancelReason {
    CLIENT_REQUEST,
    SELF_TRADE_PREVENTION,
    /** The rest of a market or IOC order found nothing more. */
    NO_LIQUIDITY,
    /** An amend left no open quantity. */
    MODIFIED_TO_ZERO,
    KILL_SWITCH,
    /** The session closed. */
    EXPIRED
}
