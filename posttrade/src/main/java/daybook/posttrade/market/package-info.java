/**
 * What the market looks like: books, trades and bars, all of them folds of the exchange's events.
 *
 * <p>Promise: every reader of the same events sees the same book, tape and bars at the same seq, whatever the log did on the way:
 * events sent again change nothing, and an event that is missing is waited for, never jumped over.
 */
@NullMarked
package daybook.posttrade.market;

import org.jspecify.annotations.NullMarked;
