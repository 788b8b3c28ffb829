package daybook.strategies;

import java.util.UUID;

/**
 * What has become of an intent, as {@code order.event.v1} carries it.
 *
 * @param step from 1, without gaps: how many times the order's state has changed
 * @param filledQuantity in the intent's quantity units
 * @param venueOrderId as the venue names it; empty until it is known
 * @param reason in plain words; empty if there is nothing to explain. {@link #STALE_FENCING_TOKEN} where that is it
 * @param timeMicros when the gateway recorded it, microseconds since the epoch
 */
public record OrderUpdate(
        OrderIntent intent,
        long step,
        Status status,
        long filledQuantity,
        String venueOrderId,
        String reason,
        long timeMicros) {

    /** The reason of an order that was decided by an owner that is deposed. */
    public static final String STALE_FENCING_TOKEN = "staleFencingToken";

    /** Where an order is. */
    public enum Status {
        /** Taken from the log; nothing has been sent. */
        QUEUED,
        /** It is about to be sent, or has been, and nothing is known yet. Durable before the first byte leaves. */
        PROCESSING,
        /** It has been sent and no answer says what became of it: the venue is asked before anything else. */
        UNKNOWN,
        /** At the venue and open. */
        ACCEPTED,
        PARTIALLY_FILLED,
        FILLED,
        CANCELLED,
        /** The venue has refused it. */
        REJECTED,
        /** It was never sent, and never will be. */
        FAILED;

        /** Whether nothing will change any more. */
        public boolean isFinal() {
            return switch (this) {
                case QUEUED, PROCESSING, UNKNOWN, ACCEPTED, PARTIALLY_FILLED -> false;
                case FILLED, CANCELLED, REJECTED, FAILED -> true;
            };
        }
    }

    public OrderUpdate {
        if (step < 1 || filledQuantity < 0) {
            throw new IllegalArgumentException(
                    "step, filledQuantity: " + step + ", " + filledQuantity + " (expected: from 1, 0 or more)");
        }
    }

    /** The same for the same step of the same order. */
    public UUID id() {
        return DerivedId.of(intent.id(), step);
    }
}
