/**
 * Settings that cannot be wrong: flags, then environment, then one properties file, then defaults; each value remembers where
 * it came from. An unknown key, a bad value or a key given twice stops the program and names itself.
 */
@NullMarked
package daybook.app.config;

import org.jspecify.annotations.NullMarked;
