package daybook.app.venue;

import daybook.events.SessionState;
import java.util.Optional;

/**
 * Says when the venue changes its state. It speaks only when the timetable changes, so that an operator's HALTED stays until the
 * next boundary. Confined to one thread.
 */
final class SessionSchedule {
    private final VenueClock clock;
    private final boolean simulated;
    private SessionState planned;

    /** @param current the state that the exchange recovered to */
    SessionSchedule(VenueClock clock, boolean simulated, SessionState current) {
        this.clock = clock;
        this.simulated = simulated;
        this.planned = current == SessionState.HALTED ? TradingDay.stateAt(clock.micros()) : current;
    }

    /** The state to move to now, once for each boundary. After a simulated close the clock jumps to the next day. */
    Optional<SessionState> due() {
        long now = clock.micros();
        SessionState wanted = TradingDay.stateAt(now);
        if (wanted == planned) {
            if (simulated && wanted == SessionState.CLOSED) {
                clock.jumpTo(TradingDay.nextPreOpen(now));
            }
            return Optional.empty();
        }
        // A pause or a jump may pass a state; orders that rested in the auction must still be uncrossed by it.
        SessionState next =
                planned == SessionState.CLOSED && wanted == SessionState.OPEN ? SessionState.AUCTION : wanted;
        planned = next;
        return Optional.of(next);
    }
}
