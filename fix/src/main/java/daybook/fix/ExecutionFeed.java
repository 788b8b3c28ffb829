package daybook.fix;

import daybook.events.Event;
import java.util.List;

/**
 * The exchange's history, as far as it is durable: what execution reports are made of. Confined to the acceptor's thread.
 *
 * <p>Whoever implements it over the journal must not show an event before it would survive a crash: a report that has left cannot be
 * taken back.
 */
public interface ExecutionFeed {

    /**
     * The events after a seq, in order, without gaps.
     *
     * @param afterSeq 0 = from the first one
     * @param most how many at most
     * @return empty if there is none that is durable
     * @throws IllegalStateException if what follows {@code afterSeq} is not kept any more
     */
    List<Event> read(long afterSeq, int most);

    /** Seq of the last event that is durable; 0 if there is none. */
    long durableSeq();
}
