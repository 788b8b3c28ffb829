package daybook.app.reports;

import java.util.Optional;

/** Which rows are wanted. */
public record Filter(Optional<String> account, Optional<String> symbol, int limit) {
    /** Most rows of one answer. */
    public static final int MOST = 100_000;

    public static Filter everything() {
        return new Filter(Optional.empty(), Optional.empty(), MOST);
    }

    public static Filter ofAccount(String account, int limit) {
        return new Filter(Optional.of(account), Optional.empty(), limit);
    }

    public static Filter ofSymbol(String symbol, int limit) {
        return new Filter(Optional.empty(), Optional.of(symbol), limit);
    }
}
