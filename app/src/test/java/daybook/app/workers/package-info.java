/**
 * Workers of jobs as processes of their own, which are killed, frozen and robbed of their database and their broker; and what an
 * independent reader finds in the tables and on the topics afterwards. These are {@code *IT}: they take minutes, and run in the long
 * programme.
 */
@NullMarked
package daybook.app.workers;

import org.jspecify.annotations.NullMarked;
