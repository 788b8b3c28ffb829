package daybook.strategies.examples;

import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import java.util.List;

/** The strategies that come with the venue. They show how one is written; nobody should expect to earn money with them. */
public final class Examples {
    private Examples() {}

    public static StrategyCatalog catalog() {
        return new StrategyCatalog(List.of(
                new StrategyKind("momentum", StrategyKind.Wakes.CLOSED_BAR, Momentum.PARAMETERS, Momentum::of),
                new StrategyKind(
                        "mean-reversion", StrategyKind.Wakes.CLOSED_BAR, MeanReversion.PARAMETERS, MeanReversion::of),
                new StrategyKind(
                        "market-maker", StrategyKind.Wakes.CLOSED_BAR, MarketMaker.PARAMETERS, MarketMaker::of)));
    }
}
