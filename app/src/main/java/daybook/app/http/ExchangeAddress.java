package daybook.app.http;

import java.util.Optional;

/** Where the exchange serves now; empty while nobody knows. Safe for many threads; quick. */
@FunctionalInterface
public interface ExchangeAddress {

    /** Like {@code http://127.0.0.1:8080}, without a slash at the end. */
    Optional<String> get();
}
