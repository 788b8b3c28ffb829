package daybook.exchange.pipeline;

import static daybook.exchange.pipeline.SimulatedVenue.buy;
import static daybook.exchange.pipeline.SimulatedVenue.sell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import daybook.events.Event;
import daybook.events.OrderCancelled;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.exchange.Reply;
import daybook.journal.JournalException;
import daybook.journal.JournalPorts;
import daybook.journal.ProvenLine;
import daybook.journal.SimDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Restarts: SCENARIOS M-17, M-21, M-22, J-09, J-11, J-12, and versions of the rules. */
class RecoveryTest {
    private final SimulatedVenue venue = SimulatedVenue.trading();

    @Test
    void aRepeatedOrderIsKnownAgainAfterARestart() {
        long first = venue.enter(buy("A", "c1", 5, 100));
        for (int i = 0; i < 3; i++) {
            assertThat(venue.decide(buy("A", "c1", 5, 100)).firstOrderId()).isEqualTo(first);
        }

        venue.kill();
        assertThat(venue.decide(buy("A", "c1", 5, 100)).firstOrderId()).isEqualTo(first);
        venue.close();
        venue.open();
        assertThat(venue.exchange().recovered().snapshotCommandSeq()).isPositive();
        assertThat(venue.decide(buy("A", "c1", 5, 100)).firstOrderId()).isEqualTo(first);
        Reply.Decided other = venue.decide(buy("A", "c1", 6, 100));
        assertThat(((OrderRejected) other.events().get(0)).reason()).isEqualTo(RejectReason.DUPLICATE_CLIENT_ORDER_ID);
        venue.enter(buy("B", "c1", 5, 100));

        assertThat(venue.depth()).contains("Level[price=100, quantity=10, orders=2]");
    }

    @Test
    void replayUsesTheSettingsThatWereInForce() {
        venue.ask(new Command.ChangeInstrument(SimulatedVenue.instrument("LOT", 10)));
        OrderStream before = new OrderStream(1, "before");
        for (int i = 0; i < 200; i++) {
            venue.ask(before.next());
        }
        venue.ask(new Command.ChangeInstrument(SimulatedVenue.instrument("LOT", 1)));
        Reply.Decided odd = venue.decide(
                new Command.NewOrder("A", "odd", "LOT", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 100, 3));
        assertThat(odd.events().get(0).kind()).isEqualTo(Event.Kind.ORDER_ACCEPTED);
        long hash = venue.stateHash();

        venue.kill();

        assertThat(venue.stateHash()).isEqualTo(hash);
        venue.decide(new Command.ChangeInstrument(SimulatedVenue.instrument("LOT", 5)));
        assertThat(venue.events()).last().extracting(Event::kind).isEqualTo(Event.Kind.INSTRUMENT_CHANGED);
    }

    @Test
    void dayOrdersExpireAtTheCloseAlsoAfterARestart() {
        venue.decide(day("G", 5, 100));
        venue.kill();
        venue.micros += 120_000_000;
        Reply.Decided close = venue.decide(new Command.SetSession(SessionState.CLOSED));

        assertThat(close.events())
                .filteredOn(OrderCancelled.class::isInstance)
                .singleElement()
                .extracting(Event::time)
                .isEqualTo(venue.micros);
        venue.decide(new Command.SetSession(SessionState.OPEN));
        assertThat(venue.decide(sell("B", "s", 5, 100)).events()).hasSize(1);
        assertThat(venue.kill().stateHash()).isEqualTo(venue.hashFromScratch());
    }

    @Test
    void aDayOrderTradesAfterARestartBeforeTheClose() {
        venue.decide(day("G", 5, 100));
        venue.kill();

        assertThat(venue.decide(sell("B", "s", 5, 100)).events().get(1)).isInstanceOf(Trade.class);
    }

    @Test
    void aPartlyFilledOrderKeepsItsPlaceOverARestart() {
        venue.enter(buy("A", "a", 5, 100));
        venue.enter(buy("B", "b", 5, 100));
        venue.ask(sell("C", "s1", 2, 100));
        venue.kill();

        Reply.Decided reply = venue.decide(sell("D", "s2", 5, 100));

        assertThat(reply.events())
                .filteredOn(Trade.class::isInstance)
                .extracting(event -> ((Trade) event).buyAccountId() + ((Trade) event).quantity())
                .containsExactly("A3", "B2");
    }

    @Test
    void theStateIsTheSameFromScratchFromASnapshotAndFromAnOlderOne() {
        ExchangeSettings often = new ExchangeSettings(1_024, 256, 1 << 16, 16, Duration.ofMillis(1));
        SimulatedVenue busy = new SimulatedVenue().with(often).open();
        busy.prepare();
        OrderStream stream = new OrderStream(7, "o");
        for (int point = 0; point < 4; point++) {
            for (int i = 0; i < 500; i++) {
                busy.ask(stream.next());
            }
            busy.nanos += 2_000_000;
            busy.pump();
            while (busy.exchange().snapshots().pump() > 0) {}
            busy.ask(stream.next());
            long hash = busy.stateHash();
            assertThat(busy.hashFromScratch()).isEqualTo(hash);

            busy.kill();
            assertThat(busy.exchange().recovered().commands()).isEqualTo(1);
            assertThat(busy.stateHash()).isEqualTo(hash);
        }

        SnapshotStore store = new SnapshotStore(busy.disk, busy.home.snapshots(), SimulatedVenue.VENUE);
        long hash = busy.stateHash();
        busy.disk.delete(store.path(store.newestFirst().get(0)));
        busy.kill();
        assertThat(busy.exchange().recovered().commands()).isGreaterThan(400);
        assertThat(busy.stateHash()).isEqualTo(hash);
    }

    @Test
    void aDamagedSnapshotIsPassedOverWithAWarning() {
        venue.ask(buy("A", "1", 1, 100));
        venue.close();
        venue.open().ask(buy("A", "2", 1, 100));
        venue.close();
        long hash = venue.stateHash();
        SnapshotStore store = new SnapshotStore(venue.disk, venue.home.snapshots(), SimulatedVenue.VENUE);
        venue.disk.flipBit(store.path(8), 200, 1);

        venue.open();

        assertThat(venue.exchange().recovered().warnings())
                .singleElement()
                .asString()
                .contains("snapshot passed over")
                .contains("state damaged");
        assertThat(venue.exchange().recovered().snapshotCommandSeq()).isEqualTo(7);
        assertThat(venue.stateHash()).isEqualTo(hash);
    }

    @Test
    void aSnapshotBeyondTheJournalsEndIsRefused() {
        venue.ask(buy("A", "1", 1, 100));
        SimDisk early = venue.disk.copy();
        venue.ask(buy("A", "2", 1, 100));
        venue.close();
        SnapshotStore store = new SnapshotStore(venue.disk, venue.home.snapshots(), SimulatedVenue.VENUE);
        early.createDirectories(venue.home.snapshots());
        early.put(store.path(8), venue.disk.bytes(store.path(8)));
        early.restart();

        assertThatThrownBy(() -> new SimulatedVenue(early, venue.home).open())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("behind the snapshot")
                .hasMessageContaining("commandSeq 7");
    }

    @Test
    void restartsWithoutLoadChangeNothing() {
        for (int i = 0; i < 44; i++) {
            venue.ask(buy("A", "c" + i, 1, 100));
        }
        venue.close();
        long hash = venue.stateHash();
        for (int i = 0; i < 5; i++) {
            venue.open().close();
        }

        venue.open();

        assertThat(venue.exchange().durableCommandSeq()).isEqualTo(50);
        assertThat(venue.exchange().recovered().cleanlyClosed()).isTrue();
        assertThat(venue.stateHash()).isEqualTo(hash);
        assertThat(venue.commands()).hasSize(50);
    }

    @Test
    void anotherVenuesDirectoryIsRefused() {
        venue.ask(buy("A", "1", 1, 100));
        venue.disk.restart();

        assertThatThrownBy(() -> new SimulatedVenue(
                                venue.disk, ExchangeHome.of(SimulatedVenue.DIRECTORY, new UUID(1, 2)))
                        .open())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("venue");
    }

    @Test
    void anEmptyDirectoryIsRefusedIfThePublisherHasSeenFiftyEvents() {
        ExchangeHome home = new ExchangeHome(
                SimulatedVenue.DIRECTORY,
                SimulatedVenue.VENUE,
                1 << 20,
                List.of(new ProvenLine("publisher checkpoint", 50, 0)));

        assertThatThrownBy(() -> new SimulatedVenue(new SimDisk(), home).open())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("behind the publisher checkpoint");
    }

    @Test
    void aSecondExchangeOnTheDirectoryIsRefused() {
        assertThatThrownBy(() -> new SimulatedVenue(venue.disk, venue.home).open())
                .hasMessageContaining("locked");
        venue.decide(buy("A", "1", 1, 100));
    }

    @Test
    void recoveryTellsHowItGoes() {
        for (int i = 0; i < 100; i++) {
            venue.ask(buy("A", "c" + i, 1, 100));
        }
        venue.disk.restart();
        List<String> told = new ArrayList<>();
        ExchangePorts ports = new ExchangePorts(
                JournalPorts.of(venue.disk),
                () -> venue.micros,
                () -> venue.nanos += 1_000,
                () -> {},
                (replayed, total) -> told.add(replayed + "/" + total));

        Exchange exchange = Exchange.open(venue.home, SimulatedVenue.SETTINGS, ports);

        assertThat(told).containsExactly("0/106", "106/106");
        assertThat(exchange.recovered().commandsPerSecond()).isEqualTo(106 * 1_000_000L);
    }

    @Test
    void newRulesStartOnlyFromACleanEndOfTheOldOnes() {
        venue.ask(buy("A", "1", 1, 100));
        venue.disk.restart();

        assertThatThrownBy(() -> withRules(2))
                .isInstanceOf(ExchangeRefusedException.class)
                .hasMessageContaining("engine version: 1 (expected: 2)")
                .hasMessageContaining("start the program with engine version 1 once");

        venue.open().close();
        ExchangeRecovery.Opened opened = withRules(2);
        assertThat(opened.report().commands()).isZero();
        opened.journal().close();
    }

    private ExchangeRecovery.Opened withRules(int version) {
        return new ExchangeRecovery(venue.home, venue.ports(), version).open();
    }

    private static Command.NewOrder day(String id, long quantity, long price) {
        return new Command.NewOrder("A", id, "ABC", Side.BUY, OrderType.LIMIT, TimeInForce.DAY, price, quantity);
    }
}
