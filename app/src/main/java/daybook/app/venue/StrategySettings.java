package daybook.app.venue;

import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.strategies.Shards;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.clock.AlwaysOpen;
import daybook.strategies.clock.ClockOptions;
import daybook.strategies.clock.SessionCalendar;
import daybook.strategies.dispatch.Dispatcher;
import daybook.strategies.evaluate.EvaluationOptions;
import daybook.strategies.examples.Examples;

/**
 * How strategies run here.
 *
 * @param batchSize most strategies in one batch
 * @param publishes false: bars stay in this process and its database
 */
public record StrategySettings(Shards shards, int batchSize, boolean publishes) {
    /** As many shards, and as large batches, as usual. */
    public static final StrategySettings USUAL =
            new StrategySettings(new Shards(Shards.DEFAULT_COUNT), Dispatcher.Settings.DEFAULT_BATCH_SIZE, true);

    static StrategySettings of(Configuration from) {
        return new StrategySettings(
                new Shards(from.integer(Catalog.SHARDS)),
                from.integer(Catalog.EVALUATION_BATCH),
                from.flag(Catalog.PUBLISH));
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
