package daybook.app.jobs;

import daybook.app.Json;
import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * Holds the ledger's positions against the exchange's own journal and writes what it found to {@code reports/reconciliation-DAY.json}.
 * A difference fails the attempt, so that it is looked at again before anybody is called.
 */
final class ReconcileJob implements PatientJob.Body {
    static final String NAME = "venue.reconcile";

    private final VenueJobs.Outside outside;

    ReconcileJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public void run(JobContext context) throws GiveUpException, InterruptedException, IOException {
        LocalDate day = JobPayload.of(context.job())
                .day(outside.time().venue(), outside.time().zone());
        context.progress(0, 1, "comparing with the journal");
        Map<String, Object> found = outside.reconciling().compare();
        WholeFile files = outside.files(outside.reports(), context);
        files.write("reconciliation-" + day + ".json", (Json.write(found) + "\n").getBytes(StandardCharsets.UTF_8));
        files.force();
        int differences = found.get("differences") instanceof List<?> list ? list.size() : 0;
        boolean adds = Boolean.TRUE.equals(found.get("zeroSum")) && Boolean.TRUE.equals(found.get("cash"));
        if (differences > 0 || !adds) {
            throw new IllegalStateException(differences + " differences between ledger and journal, sums "
                    + (adds ? "add up" : "do not add up") + " (see reports/reconciliation-" + day + ".json)");
        }
        context.progress(1, 1, "no difference");
    }
}
