/** The venue over FIX, with our own acceptor and with others at the other end. */
@NullMarked
package daybook.fix.initiator;

import org.jspecify.annotations.NullMarked;
