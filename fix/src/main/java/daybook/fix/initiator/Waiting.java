package daybook.fix.initiator;

import daybook.strategies.venue.Answer;
import java.util.concurrent.CompletableFuture;

/**
 * The one call that is waiting for the venue.
 *
 * @param refMsgType of the message that it sent
 */
record Waiting(String refMsgType, String clOrdId, CompletableFuture<Outcome> outcome) {

    /** What ends a wait. */
    sealed interface Outcome {}

    record Reported(Report report) implements Outcome {}

    /** The request to cancel was refused: what the order is like is another question. */
    record CancelRefused(String text) implements Outcome {}

    record Answered(Answer answer) implements Outcome {}
}
