package daybook.strategies;

import daybook.events.Timeframe;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which series a bar belongs to: {@code bar:{venue}:{market}:{market_type}:{instrument_id}:{timeframe}}, each part trimmed and in lower
 * case. It is the record key of {@code market.bar.closed.v1} and the limit within which anything is compared, ordered or looked up: the same
 * symbol at another venue, or spot and perpetual, is another series.
 */
public record SeriesKey(String venue, String market, String marketType, String instrument, Timeframe timeframe) {
    private static final String PREFIX = "bar";
    private static final Pattern PART = Pattern.compile("[a-z0-9_][a-z0-9._/-]{0,63}");

    public SeriesKey {
        venue = part("venue", venue);
        market = part("market", market);
        marketType = part("marketType", marketType);
        instrument = part("instrument", instrument);
    }

    /** As {@link #text} writes it; throws {@link IllegalArgumentException} if it is none. */
    public static SeriesKey parse(String text) {
        String[] parts = text.strip().split(":", -1);
        if (parts.length != 6 || !parts[0].equals(PREFIX)) {
            throw new IllegalArgumentException(
                    "series: " + text + " (expected: bar:VENUE:MARKET:TYPE:INSTRUMENT:TIMEFRAME)");
        }
        String timeframe = parts[5].strip().toLowerCase(Locale.ROOT);
        return new SeriesKey(
                parts[1],
                parts[2],
                parts[3],
                parts[4],
                Timeframe.of(timeframe)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "timeframe: " + timeframe + " (expected: " + Timeframe.NAMES + ")")));
    }

    /** As it is stored and published. */
    public String text() {
        return String.join(":", PREFIX, venue, market, marketType, instrument, timeframe.text());
    }

    @Override
    public String toString() {
        return text();
    }

    private static String part(String name, String value) {
        String canonical = value.strip().toLowerCase(Locale.ROOT);
        if (!PART.matcher(canonical).matches()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + PART.pattern() + ")");
        }
        return canonical;
    }
}
