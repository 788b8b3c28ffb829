/** How many strategies a process can wake, dispatch and evaluate upon one bar, when nothing has to be stored or sent. */
@NullMarked
package daybook.lab.probe;

import org.jspecify.annotations.NullMarked;
