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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Venues that answer late, twice, wrongly or not at all: what the gateway hears, and that an order leaves once. */
class OddVenueTest {
    private static final OrderIntent ORDER = FixVenueTest.intent(1, Side.BUY, 10, 10_000);
    private static final String OPEN = "0";

    private final Path directory;

    OddVenueTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private FixVenue venue(OddVenue odd) {
        FixVenue venue = new FixVenue(
                new FixVenueSettings(
                        "odd",
                        new FixVenueSettings.Session("ALICE", "ODD", "", "", 30),
                        odd.address(),
                        directory,
                        Duration.ofMillis(400),
                        FixVenueSettings.Memory.DEFAULT),
                InstantSource.system(),
                System::nanoTime);
        await().until(venue::isLoggedOn);
        return venue;
    }

    private static Answer.State state(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Known.class);
        return ((Answer.Known) answer).state();
    }

    /** It has the order, says nothing, hangs up, and asks for everything again: it gets a gap, and the order is there once. */
    @Test
    void anOrderIsNeverResentWhateverTheVenueAsksFor() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {
                    switch (message.getOrDefault("35", "")) {
                        case "D" -> venue.hangUp();
                        case "H" -> {
                            venue.say("2", "7=1|16=0|");
                            venue.report(message, "I", OPEN, "");
                        }
                        default -> {}
                    }
                });
                FixVenue venue = venue(odd)) {
            assertThat(venue.submit(ORDER)).isInstanceOf(Answer.NoAnswer.class);
            await().until(venue::isLoggedOn);

            assertThat(state(venue.find(ORDER))).isEqualTo(Answer.State.OPEN);

            await().until(() -> !odd.heard("4").isEmpty());
            assertThat(odd.heard("D")).hasSize(1);
        }
    }

    @Test
    void aVenueThatTakesItAndSaysNothingIsNoAnswerAndItsLateReportIsFound() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {});
                FixVenue venue = venue(odd)) {
            assertThat(venue.submit(ORDER)).isInstanceOf(Answer.NoAnswer.class);
            odd.report(odd.heard("D").get(0), "0", OPEN, "");

            await().untilAsserted(() -> assertThat(state(venue.find(ORDER))).isEqualTo(Answer.State.OPEN));
            assertThat(odd.heard("D")).hasSize(1);
        }
    }

    @Test
    void twoAnswersAreTheLastOne() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {
                    venue.report(message, "0", OPEN, "");
                    venue.report(message, "4", "4", "");
                });
                FixVenue venue = venue(odd)) {
            assertThat(venue.submit(ORDER)).isInstanceOf(Answer.Known.class);

            await().untilAsserted(() -> assertThat(state(venue.find(ORDER))).isEqualTo(Answer.State.CANCELLED));
            assertThat(odd.heard("H")).isEmpty();
        }
    }

    @Test
    void anApplicationThatIsNotThereHasNotGotTheOrder() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) ->
                        venue.say("j", "45=" + message.get("34") + "|372=D|380=4|58=closed for lunch|"));
                FixVenue venue = venue(odd)) {
            assertThat(venue.submit(ORDER)).isInstanceOf(Answer.NotSent.class);
        }
    }

    @Test
    void aMessageThatTheVenuesSessionRefusesIsRejected() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) ->
                        venue.say("3", "45=" + message.get("34") + "|372=D|373=5|58=Value is incorrect|"));
                FixVenue venue = venue(odd)) {
            assertThat(state(venue.submit(ORDER))).isEqualTo(Answer.State.REJECTED);
        }
    }

    /** It refuses the name because it has an order of that name: that is the order. */
    @Test
    void aDuplicateIsTheFirstOrder() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {
                    if (message.getOrDefault("35", "").equals("D")) {
                        venue.report(message, "8", "8", "103=6|");
                    } else {
                        venue.report(message, "I", "1", "");
                    }
                });
                FixVenue venue = venue(odd)) {
            assertThat(state(venue.submit(ORDER))).isEqualTo(Answer.State.PARTIALLY_FILLED);
        }
    }

    @Test
    void reportsOfOtherOrdersAndOfNoneEndNoWait() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {
                    venue.report(Map.of("11", "another"), "0", OPEN, "");
                    venue.say("8", "37=x|17=y|150=0|39=0|55=ABC|54=1|151=0|14=0|6=0|");
                });
                FixVenue venue = venue(odd)) {
            assertThat(venue.submit(ORDER)).isInstanceOf(Answer.NoAnswer.class);
        }
    }

    @Test
    void aPendingCancelIsNoStateAndARefusedCancelAsks() throws IOException {
        try (OddVenue odd = new OddVenue((message, venue) -> {
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
                FixVenue venue = venue(odd)) {
            venue.submit(ORDER);

            assertThat(state(venue.cancel(ORDER))).isEqualTo(Answer.State.FILLED);
        }
    }
}
