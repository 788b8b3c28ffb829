package daybook.app.strategies;

import daybook.events.Timeframe;
import daybook.posttrade.market.BarKey;
import daybook.strategies.AccountKey;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.Parameters;
import daybook.strategies.subscriptions.StrategyRow.Setup;
import java.util.List;
import java.util.Map;

/**
 * A strategy as somebody asks for it.
 *
 * @param account {@code account:VENUE:ACCOUNT:TYPE}, or the name alone of an account of this venue
 * @param series each {@code bar:VENUE:MARKET:TYPE:INSTRUMENT:TIMEFRAME}, or {@code SYMBOL:TIMEFRAME} of this venue
 */
public record Wanted(String kind, Map<String, Long> parameters, String account, List<String> series) {
    private static final String SPOT = "spot";

    /** Throws {@link IllegalArgumentException} if a name is none. */
    public Setup setup() {
        return new Setup(
                kind,
                new Parameters(parameters),
                account(account),
                series.stream().map(Wanted::series).toList());
    }

    private static AccountKey account(String text) {
        return text.contains(":") ? AccountKey.parse(text) : new AccountKey(BarKey.OWN_VENUE, text, SPOT);
    }

    private static SeriesKey series(String text) {
        String[] parts = text.strip().split(":", -1);
        if (parts.length != 2 || parts[0].equals("bar")) {
            return SeriesKey.parse(text);
        }
        Timeframe timeframe = Timeframe.of(parts[1])
                .orElseThrow(() -> new IllegalArgumentException(
                        "timeframe: " + parts[1] + " (expected: " + Timeframe.NAMES + ")"));
        return SeriesKey.parse(BarKey.ofVenue(parts[0], timeframe).text());
    }
}
