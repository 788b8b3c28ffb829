package daybook.strategies.gateway;

import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.venue.Answer;

/** What becomes of an order upon what its venue says. Pure. */
interface Rules {
    /** Begins the reason of an order that was sent and not answered. */
    String OUTCOME_UNKNOWN = "submitOutcomeUnknown: ";

    /**
     * What the time since its submission, or since this process took it over, allows to be concluded.
     *
     * @param settled whether the venue would know the order by now if it had it
     * @param remembered whether the venue would still know it
     */
    record Waited(boolean settled, boolean remembered) {}

    /** After it was sent. */
    OrderState sent(OrderState order, Answer answer);

    /** After the venue was asked for it, or to cancel it. The same state if nothing has changed. */
    OrderState found(OrderState order, Answer answer, Waited waited);

    /** An order found PROCESSING by one who has not sent it: its sender has died, before or after. */
    static OrderState foundProcessing(OrderState order) {
        return order.to(Status.UNKNOWN, OUTCOME_UNKNOWN + "the gateway that was about to send it stopped");
    }

    /** Never sends again what may have arrived. */
    Rules STRICT = new Rules() {
        @Override
        public OrderState sent(OrderState order, Answer answer) {
            if (answer instanceof Answer.Known known) {
                return learned(order, known);
            }
            if (answer instanceof Answer.NotSent not) {
                return order.to(Status.QUEUED, not.why());
            }
            if (answer instanceof Answer.NoAnswer no) {
                return order.to(Status.UNKNOWN, OUTCOME_UNKNOWN + no.why());
            }
            return order.to(Status.UNKNOWN, OUTCOME_UNKNOWN + "the venue says that it does not know what it was sent");
        }

        @Override
        public OrderState found(OrderState order, Answer answer, Waited waited) {
            if (answer instanceof Answer.Known known) {
                return learned(order, known);
            }
            if (!(answer instanceof Answer.NoSuchOrder) || !waited.settled()) {
                return order; // it is asked again
            }
            if (!order.venueOrderId().isEmpty()) {
                String why = "the venue does not know " + order.venueOrderId() + " any more";
                return order.status() == Status.UNKNOWN ? order : order.to(Status.UNKNOWN, why);
            }
            if (!waited.remembered()) {
                return order; // it may have been there, and be forgotten
            }
            return order.to(Status.QUEUED, "the venue does not have it");
        }
    };

    /** What the venue knows, unless it is older than what is known here: an answer that came late. */
    private static OrderState learned(OrderState order, Answer.Known known) {
        Status status = switch (known.state()) {
            case OPEN -> Status.ACCEPTED;
            case PARTIALLY_FILLED -> Status.PARTIALLY_FILLED;
            case FILLED -> Status.FILLED;
            case CANCELLED -> Status.CANCELLED;
            case REJECTED -> Status.REJECTED;
        };
        boolean same = status == order.status()
                && known.filledQuantity() == order.filled()
                && known.venueOrderId().equals(order.venueOrderId());
        if (same || known.filledQuantity() < order.filled() || goesBack(order.status(), status)) {
            return order;
        }
        return new OrderState(
                status,
                order.step() + 1,
                order.attempts(),
                known.venueOrderId(),
                known.filledQuantity(),
                known.reason(),
                order.submittedAtMs());
    }

    private static boolean goesBack(Status from, Status to) {
        return from.isFinal() || (from == Status.PARTIALLY_FILLED && to == Status.ACCEPTED);
    }
}
