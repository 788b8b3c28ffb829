/** What tests of FIX share. */
@NullMarked
package daybook.fix;

import org.jspecify.annotations.NullMarked;
