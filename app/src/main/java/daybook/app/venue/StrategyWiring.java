package daybook.app.venue;

import daybook.strategies.venue.Venue;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the strategies of a process are connected to, beside its log and its databases.
 *
 * @param venues opens the venues that orders go to; closed by the gateway's service
 * @param knownMicros a venue time before which everything that was decided is durable; {@link Long#MIN_VALUE} where only the events tell
 * @param durableSeq the exchange's last durable event; 0 where only the log tells
 */
record StrategyWiring(
        StrategySettings settings, Supplier<List<Venue>> venues, LongSupplier knownMicros, LongSupplier durableSeq) {

    /** A process without the exchange: it learns the time from events. */
    static StrategyWiring apart(StrategySettings settings, Supplier<Venue> own) {
        return new StrategyWiring(settings, () -> settings.venues(own.get()), () -> Long.MIN_VALUE, () -> 0);
    }
}
