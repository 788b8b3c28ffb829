package daybook.app.traders;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Trade;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import daybook.exchange.ReplyListener;
import daybook.exchange.Submission;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Simulated traders against the real engine, on a clock that only moves when the test says so. */
class TraderDeskTest {
    private static final long STEP_NS = 10_000_000;
    private static final Instrument INFY = new Instrument("INFY", 2, 0, 2, 5, 1, 150_000, 10, 1_000_000, 0, "INR");

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void theSameSeedGivesTheSameHistory() {
        assertThat(run(7, 30).events).isEqualTo(run(7, 30).events).isNotEqualTo(run(8, 30).events);
    }

    @Test
    void theyTradeAndAreNeverRateLimited() {
        Venue venue = run(1, 60);

        assertThat(venue.events).anyMatch(e -> e instanceof Trade);
        assertThat(venue.events)
                .filteredOn(e -> e instanceof OrderRejected)
                .extracting(e -> ((OrderRejected) e).reason())
                .doesNotContain(
                        RejectReason.RATE_LIMITED,
                        RejectReason.PRICE_NOT_ON_TICK,
                        RejectReason.PRICE_OUTSIDE_BAND,
                        RejectReason.INVALID_QUANTITY,
                        RejectReason.DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void commandsComeAtTheRateAsked() {
        Venue venue = run(1, 60);

        assertThat(venue.commands - 6).isBetween(60L * 50 - 60, 60L * 50 + 60);
    }

    @Test
    void aPauseIsNotMadeUpForByAFlood() {
        Venue venue = new Venue();
        TraderDesk desk = desk(venue, 1);
        desk.pump();
        long before = venue.commands;

        nanos.addAndGet(3_600L * 1_000_000_000L);
        desk.pump();

        assertThat(venue.commands - before).isLessThanOrEqualTo(5);
    }

    @Test
    void aHighRateIsSpreadOverEnoughAccounts() {
        assertThat(new TraderSettings(6, 0, 50, 1).accountIds()).hasSize(6);
        assertThat(new TraderSettings(6, 0, 10_000, 1).accountIds()).hasSize(40);
        assertThat(new TraderSettings(0, 0, 10_000, 1).accountIds()).isEmpty();
    }

    private Venue run(long seed, int seconds) {
        nanos.set(0);
        Venue venue = new Venue();
        TraderDesk desk = desk(venue, seed);
        for (long i = 0; i < seconds * 1_000_000_000L / STEP_NS; i++) {
            desk.pump();
            nanos.addAndGet(STEP_NS);
        }
        return venue;
    }

    private TraderDesk desk(Venue venue, long seed) {
        TraderSettings settings = new TraderSettings(6, 0, 50, seed);
        settings.accountIds()
                .forEach(id -> venue.apply(
                        new Command.ChangeAccount(new Account(id, true, SelfTradeMode.CANCEL_RESTING, 500, 1_000, 0))));
        venue.commands = 0;
        return new TraderDesk(
                settings, new TraderDesk.Surroundings(venue, () -> SessionState.OPEN, List.of(INFY), nanos::get), 0);
    }

    /** The engine, deciding at once. */
    private final class Venue implements OrderEntry {
        private final MatchingEngine engine = new MatchingEngine();
        private final List<Event> events = new ArrayList<>();
        private long commands;

        Venue() {
            apply(new Command.ChangeInstrument(INFY));
            apply(new Command.SetSession(SessionState.OPEN));
        }

        @Override
        public Submission submit(Command command, ReplyListener listener) {
            listener.replied(new Reply.Decided(commands, apply(command), 0));
            return new Submission.Queued();
        }

        private List<Event> apply(Command command) {
            commands++;
            List<Event> decided = new ArrayList<>();
            engine.apply(command, nanos.get() / 1_000, new EventRecords(decided::add));
            List<Event> list = List.copyOf(decided);
            events.addAll(list);
            return list;
        }
    }
}
