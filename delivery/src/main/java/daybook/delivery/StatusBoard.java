package daybook.delivery;

import daybook.delivery.ServiceStatus.Light;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Where a consumer says how it is doing. Written by its thread, read by any. */
final class StatusBoard {
    private volatile ServiceStatus status = ServiceStatus.NEW;

    ServiceStatus status() {
        return status;
    }

    /**
     * A round that failed in nothing.
     *
     * @param stopped what cannot go on: red
     * @param waiting what does not go on now: amber
     * @param parked records that wait for a decision: amber
     */
    void worked(int passed, List<String> stopped, List<String> waiting, DeadLetters.Waiting parked) {
        ServiceStatus before = status;
        long done = before.done() + passed;
        if (!stopped.isEmpty()) {
            status = new ServiceStatus(Light.RED, stopped, done, before.failures());
        } else if (parked.count() > 0 || !waiting.isEmpty()) {
            List<String> reasons = new ArrayList<>(waiting);
            parked.oldestMs()
                    .ifPresent(sinceMs -> reasons.add(parked.count() + " records are parked, the first since "
                            + Instant.ofEpochMilli(sinceMs).truncatedTo(ChronoUnit.SECONDS) + " (dlq list)"));
            status = new ServiceStatus(Light.AMBER, reasons, done, before.failures());
        } else {
            status = new ServiceStatus(Light.GREEN, List.of(), done, before.failures());
        }
    }

    /** Another owner does the work. */
    void standsBy(String reason) {
        ServiceStatus before = status;
        status = new ServiceStatus(Light.GREEN, List.of(reason), before.done(), before.failures());
    }

    /** An attempt failed that will be made again at once. */
    void failed() {
        ServiceStatus before = status;
        status = new ServiceStatus(before.light(), before.reasons(), before.done(), before.failures() + 1);
    }

    void red(String reason) {
        ServiceStatus before = status;
        status = new ServiceStatus(Light.RED, List.of(reason), before.done(), before.failures() + 1);
    }
}
