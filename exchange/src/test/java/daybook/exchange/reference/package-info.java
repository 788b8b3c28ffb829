/** Plain books that know the rules and nothing of the engine: what the differential tests compare with. Slow on purpose. */
@NullMarked
package daybook.exchange.reference;

import org.jspecify.annotations.NullMarked;
