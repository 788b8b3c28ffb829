@NullMarked
package daybook.app.venue;

import org.jspecify.annotations.NullMarked;
