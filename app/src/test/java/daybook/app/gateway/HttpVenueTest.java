package daybook.app.gateway;

import daybook.strategies.venue.Venue;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Our exchange over HTTP: a whole venue with nobody else trading. */
class HttpVenueTest extends OurExchangeContract {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static ServingVenue serving;

    @SuppressWarnings("NullAway.Init")
    private static Venue venue;

    @BeforeAll
    static void start() {
        serving = new ServingVenue(directory);
        venue = new HttpVenue(VenueTerms.of("DAYBOOK"), serving);
    }

    @AfterAll
    static void stop() {
        venue.close();
        serving.close();
    }

    @Override
    protected Venue venue() {
        return venue;
    }
}
