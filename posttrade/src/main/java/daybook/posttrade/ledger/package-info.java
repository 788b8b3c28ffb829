/**
 * Fills, positions, cash, marks and profit, from {@code fills.v1} alone.
 *
 * <p>A position is the fold of the stored fills of one account in one symbol in trade order, not in order of arrival: whatever
 * the log repeats, delays or turns round, the tables are the same in the end. {@code realised - cost = cash} holds exactly, in
 * integers, after every fill.
 */
@NullMarked
package daybook.posttrade.ledger;

import org.jspecify.annotations.NullMarked;
