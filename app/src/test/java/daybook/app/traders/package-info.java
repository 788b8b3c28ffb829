@NullMarked
package daybook.app.traders;

import org.jspecify.annotations.NullMarked;
