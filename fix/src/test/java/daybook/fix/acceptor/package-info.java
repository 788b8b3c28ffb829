/** The exchange's FIX side, with a real exchange behind it. */
@NullMarked
package daybook.fix.acceptor;

import org.jspecify.annotations.NullMarked;
