package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.fix.FixVenueSettings;
import daybook.fix.initiator.FixVenue;
import daybook.strategies.Shards;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.clock.AlwaysOpen;
import daybook.strategies.clock.ClockOptions;
import daybook.strategies.clock.SessionCalendar;
import daybook.strategies.dispatch.Dispatcher;
import daybook.strategies.evaluate.EvaluationOptions;
import daybook.strategies.examples.Examples;
import daybook.strategies.venue.Venue;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How strategies run here.
 *
 * @param batchSize most strategies in one batch
 * @param publishes false: bars stay in this process and its database
 * @param fixVenue another venue, which the order-gateway reaches over FIX
 */
public record StrategySettings(Shards shards, int batchSize, boolean publishes, Optional<FixVenueSettings> fixVenue) {
    /** As many shards, and as large batches, as usual. */
    public static final StrategySettings USUAL = new StrategySettings(
            new Shards(Shards.DEFAULT_COUNT), Dispatcher.Settings.DEFAULT_BATCH_SIZE, true, Optional.empty());

    private static final int HEARTBEAT_SECONDS = 30;
    private static final int MOST_PORT = 65_535;

    static StrategySettings of(Configuration from) {
        return new StrategySettings(
                new Shards(from.integer(Catalog.SHARDS)),
                from.integer(Catalog.EVALUATION_BATCH),
                from.flag(Catalog.PUBLISH),
                fixVenue(from));
    }

    private static Optional<FixVenueSettings> fixVenue(Configuration from) {
        String name = from.text(Catalog.FIX_VENUE);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        String[] address = from.text(Catalog.FIX_VENUE_ADDRESS).split(":", -1);
        int port = Integer.parseInt(address[1]);
        if (port > MOST_PORT) {
            throw new Failure(
                    ExitCode.USAGE, "daybook.gateway.fix.address: port " + port + " (expected: 1.." + MOST_PORT + ")");
        }
        return Optional.of(new FixVenueSettings(
                name,
                new FixVenueSettings.Session(
                        from.text(Catalog.FIX_VENUE_COMP_ID),
                        from.text(Catalog.FIX_VENUE_COUNTERPARTY),
                        from.text(Catalog.FIX_VENUE_USERNAME),
                        from.text(Catalog.FIX_VENUE_PASSWORD),
                        HEARTBEAT_SECONDS),
                InetSocketAddress.createUnresolved(address[0], port),
                from.path(Catalog.DATA).resolve("fix-" + name),
                from.duration(Catalog.TIMEOUT_ALL),
                new FixVenueSettings.Memory(
                        from.duration(Catalog.FIX_VENUE_SETTLE).toMillis(), Venue.ONE_HOUR_MS)));
    }

    /** Where orders can go: to our exchange, and over FIX to another venue if there is one. Opens them. */
    List<Venue> venues(Venue own) {
        List<Venue> venues = new ArrayList<>(List.of(own));
        fixVenue.ifPresent(there -> venues.add(new FixVenue(there, InstantSource.system(), System::nanoTime)));
        return venues;
    }

    /** The kinds that there are. */
    StrategyCatalog catalog() {
        return Examples.catalog();
    }

    /** This venue's: the source knows its hours. */
    public static SessionCalendar calendar() {
        return new AlwaysOpen(TradingDay.ZONE);
    }

    ClockOptions clock() {
        return ClockOptions.of(publishes);
    }

    EvaluationOptions evaluation() {
        return EvaluationOptions.DEFAULT;
    }
}
