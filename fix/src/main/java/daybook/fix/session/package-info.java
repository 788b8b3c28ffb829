/** FIX sessions by QuickFIX/J: its settings, the limits it lacks, who may log on, and the store that knows what was reported. */
@NullMarked
package daybook.fix.session;

import org.jspecify.annotations.NullMarked;
