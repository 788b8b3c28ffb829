package daybook.exchange;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Questions about the venue. Safe for many threads; never blocks. Only durable state is ever shown. */
public interface VenueQueries {
    /**
     * Has a question answered on the exchange's thread, between two batches. The deadline is the caller's: wait with a timeout.
     *
     * @param question must be quick, must not change anything, must not keep the state
     * @return completed on the exchange's thread; completed with {@link QueryRefusedException} if too many questions wait, or if
     *     the exchange has stopped
     */
    <T> CompletableFuture<T> query(Function<VenueState, T> question);
}
