/** Benchmarks, with peers beside us. Ships to nobody. */
@NullMarked
package daybook.bench;

import org.jspecify.annotations.NullMarked;
