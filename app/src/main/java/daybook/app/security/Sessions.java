package daybook.app.security;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Browser sessions: a random id in a cookie instead of the token. A session ends after 30 minutes without use, after 12 hours,
 * at logout, with its token, and with the process. Measured on a steady clock: one that is set back prolongs nothing, one that is set
 * ahead ends nothing. Safe for many threads.
 */
public final class Sessions {
    private static final long IDLE_NS = Duration.ofMinutes(30).toNanos();
    private static final long ABSOLUTE_NS = Duration.ofHours(12).toNanos();
    private static final int MAX_SESSIONS = 1_000;

    private final TokenStore tokens;
    private final SecureRandom random;
    private final LongSupplier nanos;
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    private record Session(Identity identity, long beganNs, long usedNs) {}

    /** @param nanos monotonic nanoseconds of this process */
    public Sessions(TokenStore tokens, SecureRandom random, LongSupplier nanos) {
        this.tokens = tokens;
        this.random = random;
        this.nanos = nanos;
    }

    /** Begins a session under a new id; the oldest one ends if there are too many. */
    public synchronized String begin(Identity identity) {
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        if (sessions.size() >= MAX_SESSIONS) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        long now = nanos.getAsLong();
        sessions.put(id, new Session(identity, now, now));
        return id;
    }

    /** Whose session that is, if it is still good; it has then been used. */
    public synchronized Optional<Identity> identify(String id) {
        Session session = good(id);
        if (session == null) {
            return Optional.empty();
        }
        sessions.put(id, new Session(session.identity(), session.beganNs(), nanos.getAsLong()));
        return Optional.of(session.identity());
    }

    /** The same for who only watches: it does not count as use. */
    public synchronized Optional<Identity> look(String id) {
        return Optional.ofNullable(good(id)).map(Session::identity);
    }

    private @Nullable Session good(String id) {
        Session session = sessions.get(id);
        if (session == null) {
            return null;
        }
        long now = nanos.getAsLong();
        boolean over = now - session.usedNs() > IDLE_NS
                || now - session.beganNs() > ABSOLUTE_NS
                || !tokens.isLive(session.identity().tokenId());
        if (over) {
            sessions.remove(id);
            return null;
        }
        return session;
    }

    public synchronized void end(String id) {
        sessions.remove(id);
    }
}
