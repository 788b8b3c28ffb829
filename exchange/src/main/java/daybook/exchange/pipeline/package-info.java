/**
 * From a command to a durable reply: ring, matching, journal, reply; recovery and snapshots.
 *
 * <p>{@link daybook.exchange.pipeline.Exchange} is the whole. Each {@link daybook.exchange.pipeline.Stage} takes what the one
 * before it has finished; a slot of the ring is free again only after the last one. Whoever owns the thread calls
 * {@code pump()}. What is decided is shown to nobody before one {@code force} has made it durable.
 */
@NullMarked
package daybook.exchange.pipeline;

import org.jspecify.annotations.NullMarked;
