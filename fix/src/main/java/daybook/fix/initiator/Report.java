package daybook.fix.initiator;

import daybook.fix.Tag;
import daybook.strategies.venue.Answer;
import java.util.Optional;
import quickfix.FieldNotFound;
import quickfix.Message;

/**
 * An execution report, as far as an order's state goes.
 *
 * @param clOrdId the order's name: the original one where the report answers a request to change it
 * @param state empty for what is no state of an order of ours, such as a pending change
 * @param filled CumQty (14), as text
 */
record Report(
        String clOrdId,
        String orderId,
        Optional<Answer.State> state,
        String filled,
        boolean answersStatus,
        int reason,
        String text) {
    private static final int NO_REASON = -1;
    static final int UNKNOWN_ORDER = 5;
    static final int DUPLICATE_ORDER = 6;

    /** Empty if it names no order. */
    static Optional<Report> read(Message message) throws FieldNotFound {
        String clOrdId = text(message, Tag.ORIG_CL_ORD_ID).isEmpty()
                ? text(message, Tag.CL_ORD_ID)
                : text(message, Tag.ORIG_CL_ORD_ID);
        if (clOrdId.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Report(
                clOrdId,
                text(message, Tag.ORDER_ID),
                state(text(message, Tag.ORD_STATUS)),
                text(message, Tag.CUM_QTY),
                text(message, Tag.EXEC_TYPE).equals("I"),
                message.isSetField(Tag.ORD_REJ_REASON) ? message.getInt(Tag.ORD_REJ_REASON) : NO_REASON,
                text(message, Tag.TEXT)));
    }

    /** Whether it says, asked for an order, that there is none: with the reason, or with no reason at all. */
    boolean saysUnknown() {
        return answersStatus
                && state.equals(Optional.of(Answer.State.REJECTED))
                && (reason == UNKNOWN_ORDER || reason == NO_REASON);
    }

    /** Whether nothing will change any more. */
    boolean isFinal() {
        return state.map(known -> switch (known) {
                    case OPEN, PARTIALLY_FILLED -> false;
                    case FILLED, CANCELLED, REJECTED -> true;
                })
                .orElse(false);
    }

    /** Whether it refuses an order because there is one of that name: then its state is the other one's, and not told. */
    boolean saysDuplicate() {
        return state.equals(Optional.of(Answer.State.REJECTED)) && reason == DUPLICATE_ORDER;
    }

    private static Optional<Answer.State> state(String ordStatus) {
        return switch (ordStatus) {
            case "0", "5", "9", "A", "E", "7", "B" -> Optional.of(Answer.State.OPEN);
            case "1" -> Optional.of(Answer.State.PARTIALLY_FILLED);
            case "2" -> Optional.of(Answer.State.FILLED);
            case "3", "4", "C" -> Optional.of(Answer.State.CANCELLED);
            case "8" -> Optional.of(Answer.State.REJECTED);
            default -> Optional.empty(); // pending cancel and the like: the state before it still holds
        };
    }

    static String text(Message message, int tag) throws FieldNotFound {
        return message.isSetField(tag) ? message.getString(tag) : "";
    }
}
