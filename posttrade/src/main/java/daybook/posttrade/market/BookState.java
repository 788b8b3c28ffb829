package daybook.posttrade.market;

import daybook.events.SessionState;
import java.util.List;

/**
 * A book as it is after an event.
 *
 * @param seq the exchange's event up to which this speaks: everything at or below it is in, nothing above
 * @param state of the session
 * @param bids all levels, best (highest) first
 * @param asks all levels, best (lowest) first
 * @param whole false: a record of this symbol could not be read, so the book may be wrong; it is shown as pending
 */
public record BookState(
        long seq, String symbol, SessionState state, List<Level> bids, List<Level> asks, boolean whole) {}
