/**
 * What operators and the strategies page see of strategies and do to them: rows of the strategies database, one question or one
 * transaction each. The services need not run for it.
 */
@NullMarked
package daybook.app.strategies;

import org.jspecify.annotations.NullMarked;
