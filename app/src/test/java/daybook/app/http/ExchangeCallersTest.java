package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.security.Identity;
import daybook.app.security.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a web process finds out about who has a socket there, from an exchange that answers, refuses, or does neither. */
class ExchangeCallersTest {
    private static final Map<String, String> ALICE = Map.of("Authorization", "Bearer a");
    private static final String KNOWN = "{\"role\":\"trader\",\"account\":\"alice\",\"tokenId\":\"0123456789ab\"}";

    private final List<ExchangeLink.Question> asked = new ArrayList<>();
    private int status = 200;
    private String body = KNOWN;
    private long nowNs;

    private final ExchangeCallers callers = new ExchangeCallers(this::ask, () -> nowNs);

    @Test
    void whoItIsIsWhatTheExchangeSaysTheTokensIdIncluded() {
        assertThat(callers.admit(ALICE).identity()).isEqualTo(new Identity("0123456789ab", Role.TRADER, "alice"));
        assertThat(asked.get(0).headers()).containsEntry("Authorization", "Bearer a");
        assertThat(asked.get(0).headers()).as("a session is not used by it").containsKey("Daybook-Watches");
        assertThat(callers.admit(Map.of()).identity()).isEqualTo(Identity.NOBODY);
        assertThat(asked).hasSize(1);
    }

    @Test
    void allSocketsOfOneTokenAreAskedForOnceInTenSeconds() {
        List<SocketDoor.Admitted> sockets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sockets.add(callers.admit(ALICE));
        }
        asked.clear();
        for (int second = 1; second <= 20; second++) {
            pass(Duration.ofSeconds(1));
            assertThat(sockets).allMatch(socket -> socket.holds().getAsBoolean());
        }

        assertThat(asked).hasSize(2);
        assertThat(sockets.get(0).holds())
                .as("told apart by the hub")
                .isSameAs(sockets.get(49).holds());
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void anExchangeThatIsBusyOrAwayEndsNobodyAndIsAskedAgainSoon(int busy) {
        SocketDoor.Admitted socket = callers.admit(ALICE);
        asked.clear();
        status = busy;
        pass(Duration.ofSeconds(10));
        assertThat(socket.holds().getAsBoolean()).isTrue();
        pass(Duration.ofSeconds(2));
        assertThat(socket.holds().getAsBoolean()).isTrue();
        assertThat(asked).hasSize(2);

        status = 401;
        pass(Duration.ofSeconds(2));

        assertThat(socket.holds().getAsBoolean()).isFalse();
    }

    @Test
    void aSessionThatIsOverEndsItsSockets() {
        SocketDoor.Admitted socket = callers.admit(Map.of("Cookie", "daybook_session=x"));
        body = "{\"role\":\"nobody\",\"account\":\"\",\"tokenId\":\"-\"}";
        pass(Duration.ofSeconds(10));

        assertThat(socket.holds().getAsBoolean()).isFalse();
    }

    /** A proxy's error page with 200, another server on that port. */
    @ParameterizedTest
    @ValueSource(strings = {"<html>", "", "[]", "{}", "{\"role\":7}", "7", "{\"role\":\"emperor\"}"})
    void anAnswerThatIsNoneIsNotKnownAndEndsNothing(String odd) {
        SocketDoor.Admitted socket = callers.admit(ALICE);
        body = odd;
        pass(Duration.ofSeconds(10));

        assertThat(socket.holds().getAsBoolean()).isTrue();
        assertThatThrownBy(() -> callers.admit(ALICE))
                .isInstanceOfSatisfying(
                        HttpError.class, e -> assertThat(e.answer().status()).isEqualTo(503));
    }

    @Test
    void aSilentExchangeIsWaitedForOnceARoundAndABusyRoundAsksSoManyAtMost() {
        List<SocketDoor.Admitted> sockets = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            sockets.add(callers.admit(Map.of("Authorization", "Bearer " + i)));
        }
        pass(Duration.ofSeconds(10));
        asked.clear();
        status = 504;
        assertThat(sockets).allMatch(socket -> socket.holds().getAsBoolean());
        assertThat(asked).hasSize(1);

        status = 200;
        pass(Duration.ofSeconds(1));
        asked.clear();
        assertThat(sockets).allMatch(socket -> socket.holds().getAsBoolean());
        assertThat(asked).hasSize(ExchangeCallers.ASKS_A_SECOND);
        for (int second = 0; second < 8; second++) {
            pass(Duration.ofSeconds(1));
            assertThat(sockets).allMatch(socket -> socket.holds().getAsBoolean());
        }
        assertThat(asked.stream()
                        .map(question -> question.headers().get("Authorization"))
                        .distinct())
                .as("everybody gets its turn")
                .hasSize(1_500);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 503})
    void atTheHandshakeARefusalIsToldAsItIs(int refusal) {
        status = refusal;

        assertThatThrownBy(() -> callers.admit(ALICE))
                .isInstanceOfSatisfying(
                        HttpError.class, e -> assertThat(e.answer().status()).isEqualTo(refusal));
    }

    private void pass(Duration duration) {
        nowNs += duration.toNanos();
    }

    private Answer ask(ExchangeLink.Question question, Duration time) {
        asked.add(question);
        return new Answer(status, new Answer.Text("application/json", body), Map.of());
    }
}
