package daybook.app.gateway;

import static daybook.app.gateway.ScriptedServer.answer;
import static daybook.app.gateway.ScriptedServer.cut;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Side;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Answer.Known;
import daybook.strategies.venue.Answer.State;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is concluded from each answer, and from none; and that nothing leaves twice. */
class HttpVenueFaultsTest {
    private static final VenueTerms TERMS =
            new VenueTerms("DAYBOOK", Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofHours(1));
    private static final String STANDING = "{\"orderId\":7,\"status\":\"OPEN\",\"filledQuantity\":\"0\"}";

    private final ScriptedServer server = new ScriptedServer();
    private final HttpVenue venue = new HttpVenue(TERMS, server);
    private final OrderIntent order = OurExchangeContract.limit("bot-1", Side.BUY, 1_400_00, 5);

    @AfterEach
    void close() {
        venue.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 409})
    void anAnswerWithTheOrderMeansThatItIsThere(int status) {
        server.will(answer(status, STANDING));

        assertThat(venue.submit(order)).isEqualTo(new Known("7", State.OPEN, 0, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "200, {}",
        "200, no JSON",
        "409, {\"orderId\":7}",
        "200, {\"orderId\":7;\"clientOrderId\":\"another\";\"status\":\"OPEN\";\"filledQuantity\":\"0\"}",
        "200, {\"orderId\":7;\"status\":\"ODD\";\"filledQuantity\":\"0\"}"
    })
    void anAnswerWithoutTheOrderSaysNothing(int status, String body) {
        server.will(answer(status, body.replace(';', ',')));

        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 422})
    void aRefusalIsForGood(int status) {
        server.will(answer(status, "{\"code\":\"X\",\"reason\":\"WOULD_TAKE\",\"message\":\"m\"}"));

        assertThat(venue.submit(order)).isEqualTo(new Known("", State.REJECTED, 0, "WOULD_TAKE"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 503})
    void whatWasNotTakenMayBeSentAgain(int status) {
        server.will(answer(status, "{\"message\":\"busy\"}"));

        assertThat(venue.submit(order)).isEqualTo(new Answer.NotSent("HTTP " + status + ": busy"));
    }

    @ParameterizedTest
    @ValueSource(ints = {202, 302, 404, 408, 500, 502, 504})
    void anythingElseIsUnknown(int status) {
        server.will(answer(status, "{}"));

        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
    }

    @Test
    void aConnectionThatBreaksBeforeOrWithinTheAnswerLeavesItUnknownAndNothingIsSentTwice() {
        server.will(new ScriptedServer.Reply("", true), cut(true));

        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(server.requests).hasSize(2).allMatch(line -> line.startsWith("POST /api/v1/orders "));
    }

    /** A connection that was kept and has been closed by the server: the client must not try again on another one. */
    @Test
    void aConnectionThatWasKeptAndBreaksIsNoSecondSubmission() {
        server.will(answer(200, STANDING), new ScriptedServer.Reply("", true));

        venue.submit(order);
        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(server.requests).hasSize(2);
    }

    @Test
    void anAnswerThatStopsInTheMiddleIsWaitedForUntilTheDeadline() {
        server.will(cut(false));

        long began = System.nanoTime();
        assertThat(venue.submit(order)).isEqualTo(new Answer.NoAnswer("no answer within 500 ms"));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void anAnswerThatComesTwiceIsOneAnswerAndNotTheNextOnes() {
        String twice = answer(200, STANDING).bytes() + answer(200, STANDING).bytes();
        server.will(new ScriptedServer.Reply(twice, false), answer(200, STANDING.replace("OPEN", "FILLED")));

        assertThat(((Known) venue.submit(order)).state()).isEqualTo(State.OPEN);
        assertThat(venue.find(order)).isNotEqualTo(new Known("7", State.OPEN, 0, ""));
    }

    @Test
    void nobodyListensSoNothingWasSent() {
        server.close();

        assertThat(venue.submit(order)).isInstanceOf(Answer.NotSent.class);
        assertThat(venue.find(order)).isInstanceOf(Answer.NotSent.class);
    }

    @Test
    void withoutAnAddressOrATokenNothingIsSent() {
        Exchange nowhere = new Exchange() {
            @Override
            public Optional<String> address() {
                return Optional.empty();
            }

            @Override
            public Optional<String> token(String account) {
                return Optional.empty();
            }
        };
        try (HttpVenue lost = new HttpVenue(TERMS, nowhere)) {
            assertThat(lost.submit(order)).isInstanceOf(Answer.NotSent.class);
        }
    }

    @Test
    void onlyA404ThatNamesTheOrderMeansThatThereIsNone() {
        server.will(
                answer(404, "{\"code\":\"NOT_FOUND\",\"reason\":\"UNKNOWN_ORDER\"}"),
                answer(404, "{\"code\":\"NOT_FOUND\"}"),
                answer(503, "{}"),
                answer(200, STANDING));

        assertThat(venue.find(order)).isEqualTo(new Answer.NoSuchOrder());
        assertThat(venue.find(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(venue.find(order)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(venue.find(order)).isInstanceOf(Known.class);
        assertThat(server.requests.get(0)).startsWith("GET /api/v1/orders?clientOrderId=" + order.clientOrderId());
    }
}
