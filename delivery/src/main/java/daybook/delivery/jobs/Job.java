package daybook.delivery.jobs;

import java.util.Optional;

/**
 * A job as it is kept.
 *
 * @param id the same from the push to the end, whatever is released, retried or moved
 * @param pushedAtMs when it was put in first, milliseconds since the epoch
 * @param dueAtMs not handed out before; absolute, so that it survives being moved
 */
public record Job(
        String id,
        String name,
        String payload,
        Optional<String> uniqueKey,
        int priority,
        long pushedAtMs,
        long dueAtMs) {}
