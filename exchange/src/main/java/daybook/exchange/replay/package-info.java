/**
 * Runs a file of commands through the real engine and tells what was executed.
 *
 * <p>The format is CSV ({@code n,cmd,order_id,side,price,qty,owner}); the rules of its commands are in {@link
 * daybook.exchange.replay.Replay}. Each row becomes ordinary commands of one instrument with all venue rules off, so that the same
 * file can also go through an exchange and its journal. A file is read twice (first to check it and to find its scales, then to run
 * it) and never held: memory grows with the book and the owners that the file names, not with its length.
 */
@NullMarked
package daybook.exchange.replay;

import org.jspecify.annotations.NullMarked;
