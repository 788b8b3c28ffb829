@NullMarked
package daybook.exchange.matching;

import org.jspecify.annotations.NullMarked;
