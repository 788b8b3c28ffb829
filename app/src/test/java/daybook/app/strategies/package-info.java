@NullMarked
package daybook.app.strategies;

import org.jspecify.annotations.NullMarked;
