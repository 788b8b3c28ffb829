/**
 * The venue in one process: data directory, venue time, sessions, and the threads that drive exchange, publisher, capture, ledger
 * and board. Each stage is a class with {@code int pump()}; here is the only place that gives it a thread.
 */
@NullMarked
package daybook.app.venue;

import org.jspecify.annotations.NullMarked;
