/**
 * Which strategies there are, and which bars each listens to: a durable index by series, changed for one strategy in one transaction.
 */
@NullMarked
package daybook.strategies.subscriptions;

import org.jspecify.annotations.NullMarked;
