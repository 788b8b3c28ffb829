/** Heartbeats in both places, and what becomes of them. */
@NullMarked
package daybook.app.heartbeat;

import org.jspecify.annotations.NullMarked;
