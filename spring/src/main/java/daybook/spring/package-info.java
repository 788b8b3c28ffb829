/**
 * Daybook in a Spring Boot application: outbox, inbox, jobs, locks and broadcasts as beans that join the application's own
 * transactions.
 *
 * <p>What is put into the outbox, or pushed as a job, within {@code @Transactional} is there if, and only if, that transaction commits:
 * it is written on the transaction's own connection. Everything that goes on behind it (relay, worker, locks) has connections and
 * threads of its own, and ends with the context, within a bound.
 */
@NullMarked
package daybook.spring;

import org.jspecify.annotations.NullMarked;
