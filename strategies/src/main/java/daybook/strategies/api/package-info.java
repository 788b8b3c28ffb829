/**
 * What a strategy is: given a closed bar and its own state it says what its state is now and what it wants to be ordered. It is
 * deterministic, so whoever runs it again on the same bars gets the same decisions.
 */
@NullMarked
package daybook.strategies.api;

import org.jspecify.annotations.NullMarked;
