/** FIX order entry, over this venue's journal and tokens: what module {@code fix} asks of its surroundings. */
@NullMarked
package daybook.app.fix;

import org.jspecify.annotations.NullMarked;
