/** The sockets from outside: real connections, honest and evil, and a checker that knows only the protocol. */
@NullMarked
package daybook.app.ws;

import org.jspecify.annotations.NullMarked;
