package daybook.app.gateway;

import java.util.Optional;

/** Where our exchange serves HTTP, and who may trade there. Safe for many threads; quick. */
public interface Exchange {

    /** Like {@code http://127.0.0.1:8080}, without a slash at the end; empty while nobody knows. */
    Optional<String> address();

    /** The bearer token of an account; empty if there is none. Never logged. */
    Optional<String> token(String account);
}
