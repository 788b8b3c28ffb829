/**
 * The queue in a database, which is the default: PostgreSQL, where workers pass over rows that others have, and SQLite, where one
 * writes at a time. Priorities, delays that keep nobody else waiting, unique keys, and a push within the caller's own transaction.
 */
@NullMarked
package daybook.delivery.jobs.database;

import org.jspecify.annotations.NullMarked;
