@NullMarked
package daybook.exchange.replay;

import org.jspecify.annotations.NullMarked;
