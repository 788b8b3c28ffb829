/** Tests of the journal, and the simulated disk that other modules' tests use too. */
@NullMarked
package daybook.journal;

import org.jspecify.annotations.NullMarked;
