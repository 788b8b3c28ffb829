/** Each rule of the history checkers with a history that breaks it and nothing else. */
@NullMarked
package daybook.lab.history;

import org.jspecify.annotations.NullMarked;
