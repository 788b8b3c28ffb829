package daybook.strategies.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Side;
import daybook.events.Timeframe;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.OrderIntent;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import daybook.strategies.examples.Examples;
import daybook.strategies.subscriptions.StrategyRow.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacktestTest {
    private static final SeriesKey SERIES = new SeriesKey("xnse", "equity", "cash", "infy", Timeframe.MINUTE);
    private final Backtest backtest = new Backtest(Examples.catalog(), 3);

    private static Setup setup(String kind, String parameters) {
        return new Setup(kind, Parameters.parse(parameters), new AccountKey("sim", "alice", "cash"), List.of(SERIES));
    }

    private static ClosedBar bar(long token, long close) {
        return new ClosedBar(
                SERIES,
                "INFY",
                token,
                new ClosedBar.Window(token * 60_000_000, (token + 1) * 60_000_000),
                new ClosedBar.Prices(close, close, close, close),
                new ClosedBar.Traded(1, close, 1),
                new ClosedBar.Scales(2, 0));
    }

    private static List<ClosedBar> closes(long... closes) {
        return IntStream.range(0, closes.length)
                .mapToObj(token -> bar(token, closes[token]))
                .toList();
    }

    private static List<ClosedBar> randomWalk(long seed, int count) {
        Random random = new Random(seed);
        List<ClosedBar> bars = new ArrayList<>();
        long close = 150_000;
        for (int token = 0; token < count; token++) {
            close += random.nextInt(401) - 200;
            bars.add(bar(token, close));
        }
        return bars;
    }

    private List<String> orders(String kind, String parameters, long... closes) {
        return backtest.run(1, setup(kind, parameters), closes(closes)).intents().stream()
                .map(intent -> intent.cause().sourceId().equals(ClosedBar.id(SERIES, closes.length - 1L))
                        ? "last " + text(intent)
                        : text(intent))
                .toList();
    }

    private static String text(OrderIntent intent) {
        return intent.terms().side() + " " + intent.terms().quantity() + " at "
                + intent.terms().price();
    }

    @Test
    void momentumGoesWithTheTrendAndTurnsWithIt() {
        assertThat(orders("momentum", "fast=1 slow=3 quantity=5", 10, 10, 10, 12, 13, 9, 8))
                .containsExactly("BUY 5 at 0", "SELL 10 at 0");
    }

    @Test
    void meanReversionSellsWhatIsDearAndBuysItBackAtTheAverage() {
        assertThat(orders("mean-reversion", "window=5 band=150 quantity=2", 10, 10, 10, 10, 20, 10, 9))
                .containsExactly("SELL 2 at 20", "BUY 2 at 0");
    }

    @Test
    void theMarketMakerQuotesAgainWhenTheCloseHasMoved() {
        assertThat(orders("market-maker", "spread=3 quantity=1 most=2", 100, 101, 104, 110))
                .containsExactly("BUY 1 at 97", "SELL 1 at 103", "BUY 1 at 101", "SELL 1 at 107");
    }

    @ParameterizedTest
    @ValueSource(strings = {"momentum", "mean-reversion", "market-maker"})
    void theSameBarsGiveTheSameIntents(String kind) {
        List<ClosedBar> bars = randomWalk(6, 500);

        List<OrderIntent> once = backtest.run(7, setup(kind, ""), bars).intents();

        assertThat(once).isNotEmpty().extracting(OrderIntent::id).doesNotHaveDuplicates();
        assertThat(new Backtest(Examples.catalog(), 3)
                        .run(7, setup(kind, ""), bars)
                        .intents())
                .isEqualTo(once);
        assertThat(once).allSatisfy(intent -> {
            assertThat(intent.terms().quantity()).isPositive();
            assertThat(intent.terms().side()).isIn(Side.BUY, Side.SELL);
        });
    }

    @Test
    void aStrategyThatThrowsThreeTimesInARowStops() {
        StrategyCatalog faulty = new StrategyCatalog(List.of(new StrategyKind(
                "faulty", StrategyKind.Wakes.CLOSED_BAR, "", parameters -> (bar, state) -> {
                    if (bar.token() != 1) {
                        throw new IllegalStateException("no");
                    }
                    return Decision.keep(state);
                })));

        Backtest.Result result = new Backtest(faulty, 3).run(1, setup("faulty", ""), closes(1, 2, 3, 4, 5, 6));

        assertThat(result.failed()).isTrue();
        assertThat(result.steps()).hasSize(5);
    }

    @Test
    void whatCannotBeSetUpIsRefusedByName() {
        assertThatThrownBy(() -> backtest.run(1, setup("momentum", "fats=3"), List.of()))
                .hasMessage("fats: unknown (expected: one of fast quantity slow)");
        assertThatThrownBy(() -> backtest.run(1, setup("momentum", "fast=30 slow=20"), List.of()))
                .hasMessage("slow: 20 (expected: 31..200)");
        assertThatThrownBy(() -> backtest.run(1, setup("hodl", ""), List.of()))
                .hasMessage("kind: hodl (expected: one of market-maker mean-reversion momentum)");
    }
}
