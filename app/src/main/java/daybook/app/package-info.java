/**
 * Where the parts meet: configuration, wiring, command line, HTTP. This package holds what all of them share: exit codes, the
 * one failure that ends a command, JSON at the edges, and decimal text.
 *
 * <p>The flow is in {@code venue}; {@code http} and {@code cli} are its two doors.
 */
@NullMarked
package daybook.app;

import org.jspecify.annotations.NullMarked;
