/** Bars and trades of other venues as they come in files, and as they go out. */
@NullMarked
package daybook.app.bars;

import org.jspecify.annotations.NullMarked;
