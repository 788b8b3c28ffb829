package daybook.strategies.gateway;

import daybook.strategies.OrderUpdate.Status;
import java.util.Map;

/**
 * What a gateway has done since its start, and what is in its tables. A value: safe to hand to any thread.
 *
 * @param intents taken from the log, each once
 * @param submitted calls of a venue to enter an order
 * @param resent orders that went back into the queue because the venue says that it does not have them
 * @param unknown orders of which nobody knew for a while whether the venue has them
 * @param stale orders that failed because another evaluator owns their shard by now
 * @param notSent submissions that certainly have not reached the venue
 * @param finds questions about orders, and requests to cancel one
 * @param accounts that this process works on now
 */
public record GatewayFigures(
        long intents,
        long submitted,
        long resent,
        long unknown,
        long stale,
        long notSent,
        long finds,
        int accounts,
        Orders orders) {

    /**
     * Orders by status.
     *
     * @param live in the table, of all processes, as it was up to a second ago
     * @param ended that this process has seen end since its start
     * @param oldestUnresolvedMs how long ago the oldest came that is queued, being sent or of unknown fate; 0 = there is none
     */
    public record Orders(Map<Status, Long> live, Map<Status, Long> ended, long oldestUnresolvedMs) {
        public Orders {
            live = Map.copyOf(live);
            ended = Map.copyOf(ended);
        }
    }
}
