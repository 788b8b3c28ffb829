/**
 * Positions beside what the exchange's own trades make of them, for as long as the venue runs.
 *
 * <p>The two are computed from different sources by different code: the ledger folds the fills that came over the log, this package
 * adds up the trades of the journal. So a fill that was lost or counted twice anywhere between them is found, and named by account
 * and symbol, within seconds and not at the end of the day.
 */
@NullMarked
package daybook.posttrade.reconcile;

import org.jspecify.annotations.NullMarked;
