package daybook.app.venue;

import daybook.app.strategies.StrategyDesk;
import daybook.events.Topics;
import daybook.strategies.Shards;
import daybook.strategies.examples.Examples;
import java.time.InstantSource;

/** Makes desks for strategies. */
public final class StrategyDesks {
    private StrategyDesks() {}

    /**
     * One on these databases, with the kinds that there are; close it.
     *
     * @param shards how many, if the database does not have them yet
     */
    public static StrategyDesk of(PostTrade postTrade, Shards shards, Topics topics) {
        return new StrategyDesk(
                postTrade.strategyDatabase(),
                new StrategyDesk.Settings(Examples.catalog(), shards, topics),
                InstantSource.system(),
                System::nanoTime);
    }
}
