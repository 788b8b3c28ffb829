package daybook.events;

/**
 * What the exchange decided: one entry of its history.
 *
 * <p>{@code seq} numbers events from 1 without gaps; {@code time} is microseconds since the epoch in venue time.
 */
public sealed interface Event
        permits OrderAccepted,
                OrderRejected,
                OrderCancelled,
                OrderModified,
                Trade,
                BookUpdate,
                SessionStateChanged,
                InstrumentChanged,
                AccountChanged,
                KillSwitchChanged {

    /** Tells events apart; the names are the {@code type} of the JSON, in CamelCase. */
    enum Kind {
        ORDER_ACCEPTED,
        ORDER_REJECTED,
        ORDER_CANCELLED,
        ORDER_MODIFIED,
        TRADE,
        BOOK_UPDATE,
        SESSION_STATE_CHANGED,
        INSTRUMENT_CHANGED,
        ACCOUNT_CHANGED,
        KILL_SWITCH_CHANGED
    }

    Kind kind();

    long seq();

    long time();

    /** The record key: the symbol, or "" (never null) for events of the whole venue. */
    String key();
}
