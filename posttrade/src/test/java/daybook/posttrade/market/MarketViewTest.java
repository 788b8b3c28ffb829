package daybook.posttrade.market;

import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.ServiceStatus;
import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.SessionState;
import daybook.events.Timeframe;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Goal: whatever the log does, a view shows the market after each event once. Method: INFY lies on partition 0, TCS on 2, events of the
 * whole venue on 0; records are put there by hand, late, twice, damaged.
 */
class MarketViewTest {
    private final Followed world = new Followed();
    private final Story story = new Story().list("INFY").list("TCS").session(SessionState.OPEN);

    @Test
    void aStretchThatIsSentAgainChangesNothing() {
        story.order("INFY", BUY, 100, 5).order("INFY", SELL, 100, 2).trade("INFY", 100, 2, 1, 2);
        world.publish(story);

        world.hear(story);

        assertThat(bids("INFY")).containsExactly(new Level(100, 3, 1));
        assertThat(world.view.lastTrades("INFY", 10)).hasSize(1);
    }

    @Test
    void anEventThatComesBehindALaterOneIsNotSkipped() {
        story.order("INFY", BUY, 100, 5).order("INFY", BUY, 101, 1).cancel("INFY", 2, 1, CancelReason.CLIENT_REQUEST);
        List<Event> events = story.events;
        for (int at : new int[] {0, 1, 2, 3, 5, 4, 5
        }) { // the fifth was not acknowledged, and it and what followed were sent again
            world.publish(events.get(at));
        }

        world.drain();

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
        assertThat(bids("INFY")).containsExactly(new Level(100, 5, 1));
    }

    @Test
    void nothingIsShownBeyondAnEventThatIsMissing() {
        story.order("INFY", BUY, 100, 5).order("TCS", BUY, 50, 1).order("INFY", BUY, 101, 1);
        for (Event event : story.events) {
            if (event.seq() != 4) {
                world.publish(event);
            }
        }
        world.drain();

        assertThat(world.view.seq()).isEqualTo(3);
        world.time.pass(Duration.ofSeconds(3));
        world.drain();
        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.AMBER);
        assertThat(world.view.status().reasons())
                .anySatisfy(reason -> assertThat(reason).contains("event 4"));
        world.time.pass(Duration.ofSeconds(40));
        world.drain();
        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.RED);

        world.publish(story.events.get(3));
        world.drain();

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
        assertThat(bids("INFY")).containsExactly(new Level(101, 1, 1), new Level(100, 5, 1));
    }

    @Test
    void aRecordThatNobodyCanReadIsPassedAndItsSymbolSaysSo() {
        story.order("INFY", BUY, 100, 5).order("TCS", BUY, 50, 1);
        for (Event event : story.events) {
            byte[] torn = "{\"type\":".getBytes(StandardCharsets.UTF_8);
            world.log.append(Followed.TOPIC, event.seq() == 4 ? Followed.record(event, torn) : Followed.record(event));
        }
        world.drain();
        assertThat(world.view.seq()).isEqualTo(3);

        world.time.pass(Duration.ofSeconds(11));
        world.drain();

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
        assertThat(world.view.book("INFY").orElseThrow().whole()).isFalse();
        assertThat(world.view.book("TCS").orElseThrow().whole()).isTrue();
        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.AMBER);
    }

    @Test
    void whoFollowsABookThatBecomesPendingIsGivenTheWholeOne() {
        story.order("INFY", BUY, 100, 5).order("TCS", BUY, 50, 1);
        long from = story.lastSeq();
        world.hear(story);
        tearNext(story.order("INFY", BUY, 101, 1));

        assertThat(world.view.bookSince("INFY", from)).isEmpty();
        assertThat(world.view.bookSince("INFY", story.lastSeq())).isPresent();
        assertThat(world.view.bookSince("TCS", from)).isPresent();
    }

    @Test
    void whoHasSeenAPendingBookIsGivenTheWholeOneThatTakesItsPlace() {
        world.hear(story.order("INFY", BUY, 100, 5));
        tearNext(story.order("INFY", BUY, 101, 1));
        long from = story.lastSeq();
        world.publish(story.events.get((int) from - 1)); // a copy that can be read

        world.view.restart();
        world.drain();

        assertThat(world.view.book("INFY").orElseThrow().whole()).isTrue();
        assertThat(world.view.bookSince("INFY", from)).isEmpty();
    }

    @Test
    void aViewIsCurrentOnlyWhileTheLogAnswersAndItHasReadToItsEnd() {
        assertThat(world.view.isCurrent()).isFalse();
        world.hear(story);
        assertThat(world.view.isCurrent()).isTrue();

        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "the broker is away");
        world.view.pump();
        assertThat(world.view.isCurrent()).isFalse();

        world.log.outage = null;
        world.time.pass(Duration.ofSeconds(11));
        world.drain();
        assertThat(world.view.isCurrent()).isTrue();
        world.view.restart();
        assertThat(world.view.isCurrent()).isFalse();
    }

    @Test
    void anAnswerAboutAnAccountIsBounded() {
        MarketFold fold = new MarketFold(ZoneOffset.UTC, BarSeries.ClosedBars.NOBODY, 0);
        for (int i = 0; i < 3 * MarketFeed.REMEMBERED; i++) {
            story.order("INFY", BUY, 100, 1).amend("INFY", 1, 100, 1);
        }
        story.events.forEach(fold::apply);
        long last = story.lastSeq();

        assertThat(fold.accountSince("acct-1", 0)).isEmpty();
        assertThat(fold.accountSince("acct-1", last - 100).orElseThrow()).hasSizeBetween(50, 100);
        assertThat(fold.accountSince("acct-none", 0)).isPresent();
    }

    @Test
    void anEventThatTheLogHasAgainIsFoundThoughTheTopicIsBusy() {
        world.hear(story);
        TopicPartition place = new TopicPartition(Followed.TOPIC, 0);
        byte[] torn = "{".getBytes(StandardCharsets.UTF_8);
        world.log.append(Followed.TOPIC, 0, Followed.record(story.events.get(0), torn));
        world.drain();
        world.log.loseTail(place, 1);
        world.publish(story.order("INFY", BUY, 100, 5).events.get(3)); // lies where the view has been
        world.drain();
        assertThat(world.view.seq()).isEqualTo(3);

        for (int second = 0; second < 60; second++) {
            world.publish(story.order("TCS", BUY, 50, 1).events.get((int) story.lastSeq() - 1));
            world.time.pass(Duration.ofSeconds(1));
            assertThat(world.view.pump()).as("busy").isPositive();
        }

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
    }

    @Test
    void ofRecordsThatCannotBeReadThoseWhoseTurnComesFirstAreRemembered() {
        EventOrder order = new EventOrder(1, 0);
        byte[] torn = "{".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 2 * EventOrder.MOST_UNREADABLE; i++) {
            story.order("INFY", BUY, 100, 1);
        }
        TopicPartition place = new TopicPartition(Followed.TOPIC, 0);
        for (int i = (int) story.lastSeq() - 1; i >= 0; i--) {
            order.take(new StoredRecord(place, story.lastSeq() - i, Followed.record(story.events.get(i), torn)));
        }

        for (int seq = 1; seq <= EventOrder.MOST_UNREADABLE; seq++) {
            assertThat(order.unreadableNext()).as("seq %d", seq).isNotNull();
            order.skip();
        }
        assertThat(order.unreadableNext()).isNull();
    }

    /** The last event of the story is on the log and cannot be read, and its time is over. */
    private void tearNext(Story told) {
        byte[] torn = "{\"type\":".getBytes(StandardCharsets.UTF_8);
        world.log.append(Followed.TOPIC, Followed.record(told.events.get((int) told.lastSeq() - 1), torn));
        world.drain();
        world.time.pass(Duration.ofSeconds(11));
        world.drain();
        assertThat(world.view.seq()).isEqualTo(told.lastSeq());
    }

    @Test
    void aLogThatDoesNotAnswerIsAskedAgainAndTheBookStaysToBeSeen() {
        story.order("INFY", BUY, 100, 5);
        world.hear(story);
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "the broker is away");
        world.drain();

        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.RED);
        assertThat(bids("INFY")).containsExactly(new Level(100, 5, 1));

        world.log.outage = null;
        long known = story.lastSeq();
        story.order("INFY", BUY, 101, 5);
        world.publish(story.events.get((int) known));
        world.time.pass(Duration.ofSeconds(11));
        world.drain();

        assertThat(world.view.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
        assertThat(bids("INFY")).containsExactly(new Level(101, 5, 1), new Level(100, 5, 1));
    }

    @Test
    void aLogThatHasLostItsTailIsReadAgainFromTheBeginning() {
        story.order("INFY", BUY, 100, 5).order("INFY", BUY, 101, 5);
        world.hear(story);
        world.log.loseTail(new TopicPartition(Followed.TOPIC, 0), 2);
        world.time.pass(Duration.ofSeconds(1));
        world.drain();

        List<Event> lost = List.copyOf(story.events.subList((int) story.lastSeq() - 2, (int) story.lastSeq()));
        long known = story.lastSeq();
        story.order("INFY", BUY, 102, 5);
        lost.forEach(world::publish);
        world.publish(story.events.get((int) known));
        world.time.pass(Duration.ofMinutes(2));
        world.drain();

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
        assertThat(bids("INFY")).hasSize(3);
    }

    @Test
    void aTopicThatWasMadeAgainIsANewHistory() {
        story.order("INFY", BUY, 100, 5);
        world.hear(story);
        world.log.makeAgain(Followed.TOPIC);
        world.time.pass(Duration.ofSeconds(20));

        world.hear(new Story().list("INFY").session(SessionState.OPEN).order("INFY", SELL, 200, 1));

        assertThat(world.view.seq()).isEqualTo(3);
        assertThat(bids("INFY")).isEmpty();
    }

    @Test
    void whatAReaderHasFromTheHistoryBeforeIsNotGoneOnWith() {
        story.order("INFY", BUY, 100, 5).order("INFY", BUY, 99, 5);
        world.hear(story);
        long from = story.lastSeq();
        assertThat(world.view.epoch()).isZero();
        assertThat(world.view.bookSince("INFY", from + 7)).isPresent(); // of a replica that is ahead

        world.log.makeAgain(Followed.TOPIC);
        world.time.pass(Duration.ofSeconds(20));
        Story other = new Story().list("INFY").session(SessionState.OPEN).order("INFY", SELL, 200, 1);
        world.hear(other);

        assertThat(world.view.epoch()).isEqualTo(1);
        assertThat(world.view.bookSince("INFY", from)).isEmpty();
        assertThat(world.view.tradesSince("INFY", from)).isEmpty();
        assertThat(world.view.barsSince("INFY", Timeframe.MINUTE, from)).isEmpty();
        assertThat(world.view.accountSince("acct-1", from)).isEmpty();
        assertThat(world.view.bookSince("INFY", other.lastSeq())).isPresent();
    }

    @Test
    void aViewThatBeginsAnewInTheSameTopicIsInTheSameEpoch() {
        world.hear(story.order("INFY", BUY, 100, 5));
        world.view.restart();

        assertThat(world.view.seq()).isZero(); // reads again
        assertThat(world.view.bookSince("INFY", story.lastSeq())).isEmpty(); // nothing is listed yet
        assertThat(world.view.accountSince("acct-1", story.lastSeq())).isPresent();
        world.drain();
        assertThat(world.view.epoch()).isZero();
        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
    }

    @Test
    void aPartitionThatIsFarAheadWaitsForTheOthers() {
        for (int i = 0; i < 3 * EventStream.MOST_EARLY; i++) {
            story.order("INFY", BUY, 100, 1);
        }
        story.order("TCS", BUY, 50, 1);
        Event held = story.events.get(1); // TCS is listed: all of INFY wait for it
        story.events.stream().filter(event -> event != held).forEach(world::publish);
        world.drain();
        EventOrder order = Objects.requireNonNull(world.view.stream()).order();
        assertThat(order.early(0)).isLessThan(EventStream.MOST_EARLY + Followed.SETTINGS.batch());

        world.publish(held);
        world.drain();

        assertThat(world.view.seq()).isEqualTo(story.lastSeq());
        assertThat(bids("INFY"))
                .containsExactly(new Level(100, 3L * EventStream.MOST_EARLY, 3 * EventStream.MOST_EARLY));
    }

    @Test
    void whoIsToldLooksAndSeesTheChange() {
        AtomicInteger told = new AtomicInteger();
        world.view.onChange(told::incrementAndGet);
        world.hear(story);
        int before = told.get();
        assertThat(before).isPositive();

        world.drain();

        assertThat(told).hasValue(before);
    }

    @Test
    void whoHasFallenTooFarBehindIsTold() {
        story.order("INFY", BUY, 100, 1);
        long from = story.lastSeq();
        for (int i = 0; i < 20_000; i++) {
            story.amend("INFY", 1, 100, 1);
        }
        world.hear(story);

        assertThat(world.view.bookSince("INFY", from)).isEmpty();
        assertThat(world.view.bookSince("INFY", story.lastSeq() - 8_000)).isPresent();
        assertThat(world.view
                        .bookSince("INFY", story.lastSeq() + 5)
                        .orElseThrow()
                        .isEmpty())
                .isTrue();
        assertThat(world.view.bookSince("NONE", 0)).isEmpty();
    }

    @Test
    void anAccountIsToldWhereToLookAndNobodyElse() {
        story.order("INFY", BUY, 100, 5); // acct-1
        long from = story.lastSeq();
        story.order("INFY", SELL, 100, 5).trade("INFY", 100, 5, 1, 2);
        world.hear(story);

        assertThat(world.view.accountSince("acct-1", from).orElseThrow())
                .containsExactly(new AccountNote(story.lastSeq(), AccountNote.Kind.FILL, "INFY", 1));
        assertThat(world.view.accountSince("acct-2", from).orElseThrow()).hasSize(2);
        assertThat(world.view.accountSince("acct-3", 0).orElseThrow()).isEmpty();
    }

    private List<Level> bids(String symbol) {
        return world.view.book(symbol).orElseThrow().bids();
    }
}
