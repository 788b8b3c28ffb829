/** What experiments are made on, from the configuration: never a venue's own log or tables. */
@NullMarked
package daybook.app.lab;

import org.jspecify.annotations.NullMarked;
