package daybook.app.http;

import daybook.app.security.Identity;
import daybook.app.security.RateLimits;

/**
 * How much whoever asks may ask. Who shows a token is limited by it, from wherever he comes: behind a {@code web} process or a proxy all
 * come from one address. All others share what an address may do. Safe for many threads.
 */
record Rates(RateLimits limits) {
    private static final RateLimits.Limit PER_ADDRESS = new RateLimits.Limit(2_000, 4_000);
    private static final RateLimits.Limit PER_TOKEN = new RateLimits.Limit(1_000, 2_000);
    private static final RateLimits.Limit FAILED_LOGINS = new RateLimits.Limit(5, 50);

    /** Throws {@link HttpError} 429 if it was too much. */
    void check(Identity identity, String address) {
        if (identity.equals(Identity.NOBODY)) {
            checkAddress(address);
        } else if (!limits.allows("token " + identity.tokenId(), PER_TOKEN)) {
            throw HttpError.tooMany("token");
        }
    }

    /** For a door that does not know the tokens. */
    void checkAddress(String address) {
        if (!limits.allows("address " + address, PER_ADDRESS)) {
            throw HttpError.tooMany("address");
        }
    }

    /** What is answered to a token that is not accepted: who tries many is told nothing for a while. */
    HttpError refused(String address) {
        return limits.allows("failures " + address, FAILED_LOGINS)
                ? new HttpError(401, "UNAUTHORIZED", "token: not accepted")
                : HttpError.tooMany("address");
    }
}
