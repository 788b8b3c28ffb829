package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which series a bar belongs to, whoever traded it: {@code bar:{venue}:{market}:{market_type}:{instrument_id}:{timeframe}}. The same
 * symbol at two venues, or spot and perpetual, is two series. Names are told apart as they are written; those of venue, market and
 * type are lower case.
 */
public record BarKey(String venue, String market, String marketType, String instrument, Timeframe timeframe) {
    /** This venue, in keys. */
    public static final String OWN_VENUE = "daybook";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,31}");
    private static final Pattern INSTRUMENT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._/-]{0,63}");

    public BarKey {
        check("venue", venue, NAME);
        check("market", market, NAME);
        check("marketType", marketType, NAME);
        check("instrument", instrument, INSTRUMENT);
    }

    /** A series of this venue's own trades. */
    public static BarKey ofVenue(String symbol, Timeframe timeframe) {
        return new BarKey(OWN_VENUE, "cash", "spot", symbol, timeframe);
    }

    /** As {@link #text} writes it; throws {@link IllegalArgumentException} if it is none. */
    public static BarKey parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 6 || !parts[0].equals("bar")) {
            throw new IllegalArgumentException(
                    "key: " + text + " (expected: bar:VENUE:MARKET:TYPE:INSTRUMENT:TIMEFRAME)");
        }
        Timeframe timeframe = Timeframe.of(parts[5])
                .orElseThrow(() -> new IllegalArgumentException(
                        "timeframe: " + parts[5] + " (expected: " + Timeframe.NAMES + ")"));
        return new BarKey(parts[1], parts[2], parts[3], parts[4], timeframe);
    }

    /** As it is stored and published. */
    public String text() {
        return String.join(":", "bar", venue, market, marketType, instrument, timeframe.text());
    }

    private static void check(String name, String value, Pattern pattern) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s: %s (expected: %s)", name, value, pattern.pattern()));
        }
    }
}
