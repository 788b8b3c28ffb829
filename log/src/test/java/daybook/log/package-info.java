/** What every log must do; {@link daybook.log.LogContract} and its neighbours are subclassed once per implementation. */
@NullMarked
package daybook.log;

import org.jspecify.annotations.NullMarked;
