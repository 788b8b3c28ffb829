package daybook.publisher;

import daybook.log.Log;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What the publisher works with.
 *
 * @param clock when records are made, which is a moment before they are sent: their time; asked by any thread
 * @param nanoTime for pauses, the checkpoint interval and silence; asked by any thread
 * @param ahead runs, on a thread of its own, what reads the journal while there is a backlog; without, the publisher's does all
 */
public record PublisherPorts(
        EventSource source,
        Log log,
        CheckpointStore store,
        InstantSource clock,
        LongSupplier nanoTime,
        Optional<Executor> ahead) {

    /** With one thread for all, as a simulation wants it. */
    public PublisherPorts(
            EventSource source, Log log, CheckpointStore store, InstantSource clock, LongSupplier nanoTime) {
        this(source, log, store, clock, nanoTime, Optional.empty());
    }

    /** The same with a thread that reads ahead. */
    public PublisherPorts readingAhead(Executor thread) {
        return new PublisherPorts(source, log, store, clock, nanoTime, Optional.of(thread));
    }

    Supply supply(long from) {
        Supply here = new EventRecords(source.from(from), clock);
        return ahead.<Supply>map(thread -> new RecordsAhead(here, from, thread, source::durableSeq))
                .orElse(here);
    }
}
