/** Where the parts meet: configuration, wiring, command line, HTTP. */
@NullMarked
package daybook.app;

import org.jspecify.annotations.NullMarked;
