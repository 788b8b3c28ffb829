@NullMarked
package daybook.delivery.broadcast;

import org.jspecify.annotations.NullMarked;
