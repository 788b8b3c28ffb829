/** A service's database as one SQLite file. */
@NullMarked
package daybook.delivery.sqlite;

import org.jspecify.annotations.NullMarked;
