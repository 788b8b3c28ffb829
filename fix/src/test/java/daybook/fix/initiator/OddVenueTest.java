package daybook.fix.initiator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.events.Side;
import daybook.fix.FixVenueSettings;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Venues that answer late, twice, wrongly or not at all: what the gateway hears, and that an order leaves once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OddVenueTest {
    private static final String OPEN = "0";

    private final OddVenue odd;
    private final FixVenue venue;

    /** One connection for all: to open one takes a second. */
    OddVenueTest(@TempDir Path directory) throws IOException {
        odd = new OddVenue();
        venue = new FixVenue(
                new FixVenueSettings(
                        "odd",
                        new FixVenueSettings.Session("ALICE", "ODD", "", "", 30),
                        odd.address(),
                        directory,
                        Duration.ofMillis(400),
                        FixVenueSettings.Memory.DEFAULT),
                InstantSource.system(),
                System::nanoTime);
    }

    @BeforeEach
    void logon() {
        await().until(venue::isLoggedOn);
    }

    @AfterAll
    void close() {
        venue.close();
        odd.close();
    }

    private static OrderIntent order(int number) {
        return FixVenueTest.intent(number, Side.BUY, 10, 10_000);
    }

    private static Answer.State state(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Known.class);
        return ((Answer.Known) answer).state();
    }

    /** It has the order, says nothing, hangs up, and asks for everything again: it gets a gap, and the order is there once. */
    @Test
    void anOrderIsNeverResentWhateverTheVenueAsksFor() throws IOException {
        OrderIntent order = order(1);
        odd.answers((message, venue) -> {
            switch (message.getOrDefault("35", "")) {
                case "D" -> venue.hangUp();
                case "H" -> {
                    venue.say("2", "7=1|16=0|");
                    venue.report(message, "I", OPEN, "");
                }
                default -> {}
            }
        });
        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        await().until(venue::isLoggedOn);

        assertThat(state(venue.find(order))).isEqualTo(Answer.State.OPEN);

        await().until(() -> !odd.heard("4").isEmpty());
        assertThat(odd.heard("D")).hasSize(1);
    }

    @Test
    void aVenueThatTakesItAndSaysNothingIsNoAnswerAndItsLateReportIsFound() throws IOException {
        OrderIntent order = order(2);
        odd.answers((message, venue) -> {});
        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
        odd.report(odd.heard("D").get(0), "0", OPEN, "");

        await().untilAsserted(() -> assertThat(state(venue.find(order))).isEqualTo(Answer.State.OPEN));
        assertThat(odd.heard("D")).hasSize(1);
    }

    @Test
    void twoAnswersAreTheLastOne() throws IOException {
        OrderIntent order = order(3);
        odd.answers((message, venue) -> {
            venue.report(message, "0", OPEN, "");
            venue.report(message, "4", "4", "");
        });
        assertThat(venue.submit(order)).isInstanceOf(Answer.Known.class);

        await().untilAsserted(() -> assertThat(state(venue.find(order))).isEqualTo(Answer.State.CANCELLED));
        assertThat(odd.heard("H")).isEmpty();
    }

    /** An old report that a venue sends again takes nothing back. */
    @Test
    void whatHasEndedStaysEnded() throws IOException {
        OrderIntent order = order(20);
        OrderIntent behindIt = order(21);
        odd.answers((message, venue) -> {
            if (message.getOrDefault("35", "").equals("D")) {
                venue.report(message, "4", "4", "");
                venue.report(message, "0", OPEN, "");
                venue.report(Map.of("11", behindIt.clientOrderId()), "0", OPEN, "");
            }
        });

        venue.submit(order);

        await().until(() -> venue.find(behindIt) instanceof Answer.Known);
        assertThat(state(venue.find(order))).isEqualTo(Answer.State.CANCELLED);
    }

    @Test
    void anOrderThatTheVenueRemembersAsRefusedIsNoUnknownOne() throws IOException {
        OrderIntent order = order(22);
        odd.answers((message, venue) -> venue.report(message, "I", "8", "103=3|"));
        assertThat(state(venue.find(order))).isEqualTo(Answer.State.REJECTED);

        odd.answers((message, venue) -> venue.report(message, "I", "8", "103=5|"));
        assertThat(venue.find(order(23))).isInstanceOf(Answer.NoSuchOrder.class);
    }

    @Test
    void anApplicationThatIsNotThereHasNotGotTheOrder() throws IOException {
        OrderIntent order = order(4);
        odd.answers(
                (message, venue) -> venue.say("j", "45=" + message.get("34") + "|372=D|380=4|58=closed for lunch|"));
        assertThat(venue.submit(order)).isInstanceOf(Answer.NotSent.class);
    }

    @Test
    void aMessageThatTheVenuesSessionRefusesIsRejected() throws IOException {
        OrderIntent order = order(5);
        odd.answers(
                (message, venue) -> venue.say("3", "45=" + message.get("34") + "|372=D|373=5|58=Value is incorrect|"));
        assertThat(state(venue.submit(order))).isEqualTo(Answer.State.REJECTED);
    }

    /** It refuses the name because it has an order of that name: that is the order. */
    @Test
    void aDuplicateIsTheFirstOrder() throws IOException {
        OrderIntent order = order(6);
        odd.answers((message, venue) -> {
            if (message.getOrDefault("35", "").equals("D")) {
                venue.report(message, "8", "8", "103=6|");
            } else {
                venue.report(message, "I", "1", "");
            }
        });
        assertThat(state(venue.submit(order))).isEqualTo(Answer.State.PARTIALLY_FILLED);
    }

    @Test
    void reportsOfOtherOrdersAndOfNoneEndNoWait() throws IOException {
        OrderIntent order = order(7);
        odd.answers((message, venue) -> {
            venue.report(Map.of("11", "another"), "0", OPEN, "");
            venue.say("8", "37=x|17=y|150=0|39=0|55=ABC|54=1|151=0|14=0|6=0|");
        });
        assertThat(venue.submit(order)).isInstanceOf(Answer.NoAnswer.class);
    }

    @Test
    void aPendingCancelIsNoStateAndARefusedCancelAsks() throws IOException {
        OrderIntent order = order(8);
        odd.answers((message, venue) -> {
            switch (message.getOrDefault("35", "")) {
                case "D" -> venue.report(message, "0", OPEN, "");
                case "F" -> {
                    venue.report(Map.of("11", message.getOrDefault("41", "")), "6", "6", "");
                    venue.say(
                            "9",
                            "37=V|11=" + message.get("11") + "|41=" + message.get("41")
                                    + "|39=2|434=1|102=0|58=too late|");
                }
                default -> venue.report(message, "I", "2", "");
            }
        });
        venue.submit(order);

        assertThat(state(venue.cancel(order))).isEqualTo(Answer.State.FILLED);
    }
}
