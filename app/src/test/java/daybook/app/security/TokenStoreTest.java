package daybook.app.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenStoreTest {
    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private Instant now = NOW;
    private long monotonicNs;

    @Test
    void aTokenIsRandomAndKeptOnlyAsItsHash() throws IOException {
        TokenStore store = open();
        String one = store.create(Role.TRADER, "alice", Optional.empty()).secret();
        String other = store.create(Role.TRADER, "alice", Optional.empty()).secret();

        assertThat(one).isNotEqualTo(other).hasSizeGreaterThanOrEqualTo(43);
        assertThat(Files.readString(file())).doesNotContain(one).doesNotContain(other);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void aTokenNamesItsHolderAlsoAfterARestart() {
        String secret = open().create(Role.TRADER, "alice", Optional.empty()).secret();

        assertThat(open().identify(secret)).hasValueSatisfying(identity -> {
            assertThat(identity.role()).isEqualTo(Role.TRADER);
            assertThat(identity.account()).isEqualTo("alice");
        });
        assertThat(open().identify(secret + "x")).isEmpty();
        assertThat(open().identify("")).isEmpty();
    }

    @Test
    void aRevokedTokenIsWorthNothingAtOnce() {
        TokenStore store = open();
        TokenStore.Issued issued = store.create(Role.OPERATOR, "", Optional.empty());

        assertThat(store.revoke(issued.entry().id())).isTrue();

        assertThat(store.identify(issued.secret())).isEmpty();
        assertThat(open().identify(issued.secret())).isEmpty();
        assertThat(store.revoke(issued.entry().id())).isFalse();
    }

    /** A process beside the exchange on its directory: status and metrics there. */
    @Test
    void aStoreThatFollowsSeesWhatAnotherOneChangesWithTheNextQuestion() {
        TokenStore follower = TokenStore.following(file(), new SecureRandom(), clock());
        TokenStore store = open();
        TokenStore.Issued kept = store.create(Role.VIEWER, "", Optional.empty());
        TokenStore.Issued issued = store.create(Role.OPERATOR, "", Optional.empty());
        String own = follower.createForThisProcess(Role.OPERATOR);
        assertThat(follower.identify(issued.secret())).isPresent();

        store.revoke(issued.entry().id());

        assertThat(follower.identify(issued.secret())).isEmpty();
        assertThat(follower.isLive(issued.entry().id())).isFalse();
        assertThat(follower.identify(kept.secret())).isPresent();
        assertThat(follower.identify(own)).isPresent();
    }

    @Test
    void aFileThatCannotBeReadAgainOpensNothing() throws IOException {
        String secret = open().create(Role.VIEWER, "", Optional.empty()).secret();
        TokenStore follower = TokenStore.following(file(), new SecureRandom(), clock());
        Files.writeString(file(), "half of i");

        assertThatThrownBy(() -> follower.identify(secret)).hasMessageContaining(file().toString());
        assertThatThrownBy(() -> follower.identify(secret)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anExpiredTokenIsWorthNothing() {
        TokenStore store = open();
        String secret = store.create(Role.VIEWER, "", Optional.of(NOW.plus(Duration.ofDays(1))))
                .secret();

        assertThat(store.identify(secret)).isPresent();
        now = NOW.plus(Duration.ofDays(1));
        assertThat(store.identify(secret)).isEmpty();
    }

    @Test
    void theTokenOfThisProcessIsInNoListAndEndsWithIt() {
        TokenStore store = open();
        String secret = store.createForThisProcess(Role.OPERATOR);

        assertThat(store.identify(secret)).isPresent();
        assertThat(store.list()).isEmpty();
        assertThat(open().identify(secret)).isEmpty();
    }

    @Test
    void aSessionEndsWithLogoutIdlenessAgeAndItsToken() {
        TokenStore store = open();
        TokenStore.Issued issued = store.create(Role.VIEWER, "", Optional.empty());
        Identity identity = store.identify(issued.secret()).orElseThrow();
        Sessions sessions = new Sessions(store, new SecureRandom(), () -> monotonicNs);

        String loggedOut = sessions.begin(identity);
        sessions.end(loggedOut);
        String idle = sessions.begin(identity);
        String used = sessions.begin(identity);

        assertThat(sessions.identify(loggedOut)).isEmpty();
        monotonicNs += Duration.ofMinutes(29).toNanos();
        assertThat(sessions.identify(used)).isPresent();
        monotonicNs += Duration.ofMinutes(29).toNanos();
        assertThat(sessions.identify(used)).isPresent();
        assertThat(sessions.identify(idle)).isEmpty();
        for (int i = 0; i < 25; i++) {
            monotonicNs += Duration.ofMinutes(29).toNanos();
            sessions.identify(used);
        }
        assertThat(sessions.identify(used)).isEmpty();

        String last = sessions.begin(identity);
        store.revoke(issued.entry().id());
        assertThat(sessions.identify(last)).isEmpty();
    }

    /** An open socket asks every second whether its session holds; that is not use. */
    @Test
    void toLookAtASessionDoesNotProlongIt() {
        TokenStore store = open();
        Identity identity = store.identify(
                        store.create(Role.VIEWER, "", Optional.empty()).secret())
                .orElseThrow();
        Sessions sessions = new Sessions(store, new SecureRandom(), () -> monotonicNs);
        String session = sessions.begin(identity);

        monotonicNs += Duration.ofMinutes(29).toNanos();
        assertThat(sessions.look(session)).contains(identity);
        monotonicNs += Duration.ofMinutes(2).toNanos();
        assertThat(sessions.look(session)).isEmpty();
        assertThat(sessions.identify(session)).isEmpty();
    }

    /** SECURITY 39. */
    @Test
    void aClockThatJumpsNeitherEndsNorProlongsASession() {
        TokenStore store = open();
        Identity identity = store.identify(
                        store.create(Role.VIEWER, "", Optional.empty()).secret())
                .orElseThrow();
        Sessions sessions = new Sessions(store, new SecureRandom(), () -> monotonicNs);
        String session = sessions.begin(identity);

        now = NOW.plus(Duration.ofDays(30));
        assertThat(sessions.identify(session)).isPresent();
        now = NOW.minus(Duration.ofDays(30));
        monotonicNs += Duration.ofMinutes(31).toNanos();
        assertThat(sessions.identify(session)).isEmpty();
    }

    private TokenStore open() {
        return new TokenStore(file(), new SecureRandom(), clock());
    }

    private InstantSource clock() {
        return () -> now;
    }

    private Path file() {
        return directory.resolve("tokens");
    }
}
