/** A service's database as one schema of a PostgreSQL database. */
@NullMarked
package daybook.delivery.postgres;

import org.jspecify.annotations.NullMarked;
