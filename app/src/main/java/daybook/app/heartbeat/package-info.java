/**
 * What each process of a venue says of its roles every ten seconds, so that {@code status} and {@code health} find roles wherever they
 * run: in a table of the database that they share, or, with SQLite, in files of the data directory.
 *
 * <p>A heartbeat is for people and monitors. Nothing decides by it who may work: that is the leases' business.
 */
@NullMarked
package daybook.app.heartbeat;

import org.jspecify.annotations.NullMarked;
