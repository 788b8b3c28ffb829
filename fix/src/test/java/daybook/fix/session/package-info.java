/** Sessions, against the handed scenarios and against whoever means harm. */
@NullMarked
package daybook.fix.session;

import org.jspecify.annotations.NullMarked;
