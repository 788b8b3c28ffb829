package daybook.fix.session;

import daybook.fix.Logons;
import java.util.HashMap;
import java.util.Map;

/** The few fields of a connection's first message that decide whether it goes on. Each is taken where it comes first. */
record FirstMessage(String beginString, boolean isLogon, Logons.Attempt attempt) {
    private static final int MOST_FIELDS = 64;

    static FirstMessage of(String message) {
        Map<String, String> fields = new HashMap<>();
        int at = 0;
        for (int i = 0; i < MOST_FIELDS && at < message.length(); i++) {
            int end = message.indexOf('\u0001', at);
            int is = message.indexOf('=', at);
            if (end < 0 || is < 0 || is > end) {
                break;
            }
            fields.putIfAbsent(message.substring(at, is), message.substring(is + 1, end));
            at = end + 1;
        }
        return new FirstMessage(
                field(fields, "8"),
                field(fields, "35").equals("A"),
                new Logons.Attempt(field(fields, "49"), field(fields, "553"), field(fields, "554")));
    }

    private static String field(Map<String, String> fields, String tag) {
        return fields.getOrDefault(tag, "");
    }
}
