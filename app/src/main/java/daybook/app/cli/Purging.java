package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import java.util.Map;

/** Purges a store through the venue. */
final class Purging {
    private Purging() {}

    static int run(Console console, Common common, Consent consent, String store) {
        Place place = common.existing(console);
        boolean dryRun = !consent.given(console, "purge the " + store);
        Map<String, Object> purged = VenueAccess.ask(
                place, venue -> venue.post("/api/v1/ops/purge", Json.fields("store", store, "dryRun", dryRun)));
        common.output().print(console, purged);
        return ExitCode.OK.code();
    }
}
