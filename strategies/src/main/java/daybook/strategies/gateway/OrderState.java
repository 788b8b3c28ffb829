package daybook.strategies.gateway;

import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;

/**
 * Where an order is.
 *
 * @param step counts its changes, from 1
 * @param attempts how often it was claimed in order to be sent
 * @param venueOrderId empty until the venue has named it
 * @param filled in the intent's quantity units
 * @param submittedAtMs when it was claimed last, by the wall clock of who did; 0 = never
 */
record OrderState(
        Status status, long step, int attempts, String venueOrderId, long filled, String reason, long submittedAtMs) {
    /** What a venue says is cut to this. */
    private static final int MOST_TEXT = 500;

    OrderState {
        venueOrderId = storable(venueOrderId);
        reason = storable(reason);
    }

    /** Its change to another status, for a reason; nothing else is known. */
    OrderState to(Status next, String why) {
        return new OrderState(next, step + 1, attempts, venueOrderId, filled, why, submittedAtMs);
    }

    /** Claimed: about to be sent. */
    OrderState claimed(long nowMs) {
        return new OrderState(Status.PROCESSING, step + 1, attempts + 1, venueOrderId, filled, "", nowMs);
    }

    /** Claimed and not sent after all. */
    OrderState putBack(String why) {
        return new OrderState(Status.QUEUED, step + 1, attempts - 1, venueOrderId, filled, why, submittedAtMs);
    }

    boolean isFinal() {
        return status.isFinal();
    }

    /** At the venue, and known to be. */
    boolean isOpen() {
        return status == Status.ACCEPTED || status == Status.PARTIALLY_FILLED;
    }

    OrderUpdate update(OrderIntent intent, long timeMicros) {
        return new OrderUpdate(intent, step, status, filled, venueOrderId, reason, timeMicros);
    }

    /** PostgreSQL's text cannot hold U+0000. */
    private static String storable(String text) {
        String held = text.replace('\0', ' ');
        return held.length() <= MOST_TEXT ? held : held.substring(0, MOST_TEXT);
    }
}
