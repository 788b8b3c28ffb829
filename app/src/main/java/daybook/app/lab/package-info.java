/** What experiments are made on, for the command line and for the lab page: never a venue's own log or tables. */
@NullMarked
package daybook.app.lab;

import org.jspecify.annotations.NullMarked;
