/**
 * The leaderboard: accounts by net profit, per currency. A derived view: computed whole from the ledger's tables after each
 * change of theirs and swapped in one transaction; deleting it costs nothing but the time to build it again.
 */
@NullMarked
package daybook.posttrade.board;

import org.jspecify.annotations.NullMarked;
