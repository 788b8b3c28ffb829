/**
 * The shaded jar as its users run it: a process that is killed, stopped, starved and refused, and then asked from outside.
 * These are {@code *IT}: they run in {@code mvn verify}, after the jar is built.
 */
@NullMarked
package daybook.app.process;

import org.jspecify.annotations.NullMarked;
