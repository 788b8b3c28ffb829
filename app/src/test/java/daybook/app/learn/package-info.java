/**
 * The numbers gate of {@code docs/learn}: every number in the pages is followed by the name of what produces or checks it, in a comment
 * that readers do not see, and is compared with that.
 */
@NullMarked
package daybook.app.learn;

import org.jspecify.annotations.NullMarked;
