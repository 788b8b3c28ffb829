/**
 * The exchange: commands in, events out, each acknowledged only when it is durable.
 *
 * <p>{@link daybook.exchange.OrderEntry} takes commands into a bounded ring; matching decides; the journal stage makes command
 * and events durable with one force; then the reply leaves. Same commands, same events, same seqs, bit for bit. Cannot see the
 * log, a database or a broker.
 */
@NullMarked
package daybook.exchange;

import org.jspecify.annotations.NullMarked;
