/** What a replica shows of the market is what the exchange decided. */
@NullMarked
package daybook.app.market;

import org.jspecify.annotations.NullMarked;
