package daybook.publisher;

import daybook.log.Log;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What the publisher works with.
 *
 * @param clock when records are sent: their time
 * @param nanoTime for pauses, the checkpoint interval and silence; asked by any thread
 */
public record PublisherPorts(
        EventSource source, Log log, CheckpointStore store, InstantSource clock, LongSupplier nanoTime) {}
