/** One seed is one life of the whole chain, under faults, on one thread; and what must hold whatever happened. */
@NullMarked
package daybook.lab.simulation;

import org.jspecify.annotations.NullMarked;
