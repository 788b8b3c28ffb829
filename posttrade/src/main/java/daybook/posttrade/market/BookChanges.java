package daybook.posttrade.market;

import daybook.events.SessionState;
import java.util.List;

/**
 * What a reader of an older {@link BookState} has to do to have the present one: set these levels, each once.
 *
 * @param seq the exchange's event up to which this speaks
 * @param state of the session now
 * @param bids each level that has changed as it is now; quantity 0 = gone; best first
 * @param asks likewise
 */
public record BookChanges(long seq, String symbol, SessionState state, List<Level> bids, List<Level> asks) {

    /** Whether no level has changed. The session may have. */
    public boolean isEmpty() {
        return bids.isEmpty() && asks.isEmpty();
    }
}
