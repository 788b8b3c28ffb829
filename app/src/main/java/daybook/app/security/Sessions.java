package daybook.app.security;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Browser sessions: a random id in a cookie instead of the token. A session ends after 30 minutes without use, after 12 hours,
 * at logout, with its token, and with the process. Safe for many threads.
 */
public final class Sessions {
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final Duration ABSOLUTE = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 1_000;

    private final TokenStore tokens;
    private final SecureRandom random;
    private final InstantSource clock;
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    private record Session(Identity identity, Instant began, Instant used) {}

    public Sessions(TokenStore tokens, SecureRandom random, InstantSource clock) {
        this.tokens = tokens;
        this.random = random;
        this.clock = clock;
    }

    /** Begins a session under a new id; the oldest one ends if there are too many. */
    public synchronized String begin(Identity identity) {
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        if (sessions.size() >= MAX_SESSIONS) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        sessions.put(id, new Session(identity, clock.instant(), clock.instant()));
        return id;
    }

    /** Whose session that is, if it is still good. */
    public synchronized Optional<Identity> identify(String id) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        boolean over = now.isAfter(session.used().plus(IDLE))
                || now.isAfter(session.began().plus(ABSOLUTE))
                || !tokens.isLive(session.identity().tokenId());
        if (over) {
            sessions.remove(id);
            return Optional.empty();
        }
        sessions.put(id, new Session(session.identity(), session.began(), now));
        return Optional.of(session.identity());
    }

    public synchronized void end(String id) {
        sessions.remove(id);
    }
}
