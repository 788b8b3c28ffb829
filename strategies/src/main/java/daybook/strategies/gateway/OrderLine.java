package daybook.strategies.gateway;

import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate.Status;

/**
 * An order of the gateway, to be shown.
 *
 * @param number its place in the order in which they came
 * @param attempts how often it was claimed in order to be sent
 * @param venueOrderId empty until the venue has named it
 * @param filledQuantity in the intent's quantity units
 * @param cancelAsked whether somebody wants it to be cancelled and it has not ended
 */
public record OrderLine(
        long number,
        OrderIntent intent,
        Status status,
        long step,
        int attempts,
        String venueOrderId,
        long filledQuantity,
        String reason,
        boolean cancelAsked,
        Times times) {

    /**
     * Milliseconds since the epoch, by the wall clock of the process that wrote it.
     *
     * @param submittedMs when it was claimed last; 0 = never
     */
    public record Times(long receivedMs, long submittedMs, long changedMs) {}

    /** Whether nobody knows yet what becomes of it: it waits to be sent, is being sent, or has been and is not answered. */
    public boolean isUnresolved() {
        return switch (status) {
            case QUEUED, PROCESSING, UNKNOWN -> true;
            case ACCEPTED, PARTIALLY_FILLED, FILLED, CANCELLED, REJECTED, FAILED -> false;
        };
    }
}
