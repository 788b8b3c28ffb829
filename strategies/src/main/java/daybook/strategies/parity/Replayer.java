package daybook.strategies.parity;

import daybook.strategies.OrderIntent;
import java.util.List;

/**
 * Decides again, from the stored bars alone, what was decided in a window: the port. Its implementation evaluates by the code that
 * evaluates live, from the beginning of each strategy, and writes nothing.
 */
@FunctionalInterface
public interface Replayer {

    /** @throws daybook.delivery.DeliveryException if the database does not answer */
    Replayed replay(ParityWindow window);

    /**
     * What came out.
     *
     * @param evaluations of the window, that were run again: those that decided something or nothing, and those that failed
     * @param intents of the window; their fences do not count, there is no lease
     */
    record Replayed(long evaluations, List<OrderIntent> intents) {
        public Replayed {
            intents = List.copyOf(intents);
        }
    }
}
