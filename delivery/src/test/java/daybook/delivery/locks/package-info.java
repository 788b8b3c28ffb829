@NullMarked
package daybook.delivery.locks;

import org.jspecify.annotations.NullMarked;
