@NullMarked
package daybook.delivery.jobs.database;

import org.jspecify.annotations.NullMarked;
