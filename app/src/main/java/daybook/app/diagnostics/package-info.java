/** The diagnostic log: one line per event on stderr, as text or JSON; control characters of strangers never reach a terminal. */
@NullMarked
package daybook.app.diagnostics;

import org.jspecify.annotations.NullMarked;
