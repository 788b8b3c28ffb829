package daybook.lab.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trade of ours.
 *
 * @param eventId what it is known by, wherever and however often it lies on the topic
 * @param quantity shares bought; below 0 = sold
 * @param price paise
 */
record Trade(long eventId, Symbol symbol, long quantity, long price) {
    private static final Pattern BODY = Pattern.compile(
            "\\{\"type\":\"Trade\",\"eventId\":(\\d+),\"symbol\":\"([A-Z]+)\",\"quantity\":(-?\\d+),\"price\":(\\d+)}");

    byte[] body() {
        return String.format(
                        Locale.ROOT,
                        "{\"type\":\"Trade\",\"eventId\":%d,\"symbol\":\"%s\",\"quantity\":%d,\"price\":%d}",
                        eventId,
                        symbol,
                        quantity,
                        price)
                .getBytes(StandardCharsets.UTF_8);
    }

    static Trade of(byte[] body) {
        Matcher read = BODY.matcher(new String(body, StandardCharsets.UTF_8));
        if (!read.matches()) {
            throw new IllegalArgumentException("body: " + body.length + " bytes (expected: a trade)");
        }
        return new Trade(
                Long.parseLong(read.group(1)),
                Symbol.valueOf(read.group(2)),
                Long.parseLong(read.group(3)),
                Long.parseLong(read.group(4)));
    }

    /** What it does to the cash, paise. */
    long cash() {
        return -quantity * price;
    }
}
