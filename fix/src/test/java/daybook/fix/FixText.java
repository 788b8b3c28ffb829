package daybook.fix;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** FIX messages as text: how they are framed, and their fields. Written apart from the session layer, to check it. */
public final class FixText {
    public static final char SOH = '\u0001';

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private FixText() {}

    public static String now(long plusMillis) {
        return TIME.format(Instant.ofEpochMilli(System.currentTimeMillis() + plusMillis));
    }

    /** A whole message: {@code body} is what stands between length and checksum, with bars for separators. */
    public static String message(String body) {
        return framed("8=FIX.4.4|", body);
    }

    public static String framed(String head, String body) {
        String text = body.replace('|', SOH);
        String whole = head.replace('|', SOH) + "9=" + text.length() + SOH + text;
        return whole + checksum(whole);
    }

    public static String checksum(String message) {
        int sum = 0;
        for (byte b : message.getBytes(StandardCharsets.ISO_8859_1)) {
            sum += b & 0xFF;
        }
        return String.format(Locale.ROOT, "10=%03d%c", sum & 0xFF, SOH);
    }

    /** Tag to value; of a tag that comes more than once, the last. */
    public static Map<String, String> fields(String message) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : message.split(String.valueOf(SOH), -1)) {
            int is = field.indexOf('=');
            if (is > 0) {
                fields.put(field.substring(0, is), field.substring(is + 1));
            }
        }
        return fields;
    }
}
