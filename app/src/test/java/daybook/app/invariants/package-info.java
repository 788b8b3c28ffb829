/**
 * The nine things that hold after every scenario, looked at from outside: the files of a data directory, read with the
 * independent readers of {@code lab} and with SQL, and the answers of a venue. What is believed is never the opinion of the code
 * that wrote it, but for number 7, which is about that code.
 */
@NullMarked
package daybook.app.invariants;

import org.jspecify.annotations.NullMarked;
