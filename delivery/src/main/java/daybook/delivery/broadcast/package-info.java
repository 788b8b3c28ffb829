/**
 * Carries what browsers should see between replicas: one topic, keyed by channel, so that a channel has one order everywhere.
 *
 * <p>Publishing is a mirror: it never waits for the log, what did not get there is counted. Each replica's relay follows the topic from
 * its end and commits nothing, and keeps the newest messages for clients that come back. What must not be lost is asked for elsewhere:
 * a message about private data carries a pointer to it, never the data.
 */
@NullMarked
package daybook.delivery.broadcast;

import org.jspecify.annotations.NullMarked;
