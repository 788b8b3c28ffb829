/** What happens after the trade: capture, ledger, leaderboard. Cannot see the exchange. */
@NullMarked
package daybook.posttrade;

import org.jspecify.annotations.NullMarked;
