package daybook.app.security;

import java.util.Locale;
import java.util.Optional;

/** What a token allows. Each role may do all that the ones before it may. */
public enum Role {
    /** No token: health, version, the page itself. */
    NOBODY,
    /** Looks at markets. */
    VIEWER,
    /** Trades for the one account of its token. */
    TRADER,
    /** Runs the venue; sees every account. */
    OPERATOR;

    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** As it is written in JSON and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that name; nobody is not one that a token can have. */
    public static Optional<Role> of(String text) {
        return switch (text) {
            case "viewer" -> Optional.of(VIEWER);
            case "trader" -> Optional.of(TRADER);
            case "operator" -> Optional.of(OPERATOR);
            default -> Optional.empty();
        };
    }
}
