/**
 * Reads every event of the exchange and checks it: the fields that must be there, the headers, the key, the numbers 1..N without
 * a gap. Keeps counters and the last event as a heartbeat.
 *
 * <p>It judges and repairs nothing: what it finds wrong is counted and told, and reading goes on.
 */
@NullMarked
package daybook.posttrade.audit;

import org.jspecify.annotations.NullMarked;
