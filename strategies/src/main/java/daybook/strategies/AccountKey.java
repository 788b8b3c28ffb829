package daybook.strategies;

import java.util.regex.Pattern;

/**
 * Where orders of an account go: {@code account:{venue}:{account}:{type}}, the record key of intents and order events. One executor
 * works on it at a time.
 *
 * @param account as the venue knows it
 * @param type such as {@code spot}
 */
public record AccountKey(String venue, String account, String type) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

    public AccountKey {
        check("venue", venue);
        check("account", account);
        check("type", type);
    }

    /** As {@link #text} writes it; throws {@link IllegalArgumentException} if it is none. */
    public static AccountKey parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4 || !parts[0].equals("account")) {
            throw new IllegalArgumentException("account: " + text + " (expected: account:VENUE:ACCOUNT:TYPE)");
        }
        return new AccountKey(parts[1], parts[2], parts[3]);
    }

    public String text() {
        return String.join(":", "account", venue, account, type);
    }

    private static void check(String name, String value) {
        if (!PART.matcher(value).matches()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + PART.pattern() + ")");
        }
    }
}
