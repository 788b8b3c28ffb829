package daybook.exchange.pipeline;

import static daybook.exchange.pipeline.SimulatedVenue.buy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.Sequence;
import daybook.events.Command;
import daybook.events.CommandReader;
import daybook.events.EventCodec;
import daybook.exchange.Reply;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.EntryKind;
import daybook.journal.EntryVisitor;
import daybook.journal.JournalTailer;
import daybook.journal.SimDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Each guarantee with the code that keeps it, and with code that does not: then its check must fail. */
class PlantedBugTest {

    @Test
    void noReplyLeavesBeforeItsCommandIsDurable() {
        noReplyBeforeDurable(Assembly.INLINE);
    }

    @Test
    void aReplyBeforeTheForceIsCaught() {
        assertThatThrownBy(() -> noReplyBeforeDurable(PlantedBugTest::repliesDoNotWait))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("told before it was durable");
    }

    @Test
    void aSnapshotIsNamedOnlyAfterTheLineHasPassedIt() {
        namedOnlyWhenDurable(line -> line);
    }

    @Test
    void aSnapshotNamedBeforeItIsDurableIsCaught() {
        assertThatThrownBy(() -> namedOnlyWhenDurable(line -> () -> Long.MAX_VALUE))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aRestartFromASnapshotKnowsTheClientOrderIds() {
        repeatIsKnownAfterARestart(engine -> engine);
    }

    @Test
    void aSnapshotWithoutClientOrderIdsIsCaught() {
        assertThatThrownBy(() -> repeatIsKnownAfterARestart(engine -> withoutClientOrderIds()))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void recoveryComparesEveryEvent() {
        refusesAChangedTrade(new Replay(new MatchingEngine(), 0, 0));
    }

    @Test
    void recoveryWithoutComparingIsCaught() {
        assertThatThrownBy(() -> refusesAChangedTrade(new ReplayWithoutComparing()))
                .isInstanceOf(AssertionError.class);
    }

    private static void noReplyBeforeDurable(Assembly assembly) {
        SimulatedVenue venue = new SimulatedVenue().open(assembly);
        List<Long> early = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            venue.exchange().submit(new Command.ChangeAccount(SimulatedVenue.account("A" + i)), reply -> {
                if (((Reply.Decided) reply).commandSeq() > venue.exchange().durableCommandSeq()) {
                    early.add(((Reply.Decided) reply).commandSeq());
                }
            });
            venue.exchange().pump();
        }
        venue.pump();
        assertThat(early).as("told before it was durable").isEmpty();
    }

    static List<Stage> repliesDoNotWait(Assembly.Parts parts) {
        return List.of(new RepliesDoNotWait(
                parts.matching().finished(), Assembly.INLINE.between(parts).get(0)));
    }

    /** The reply stage follows matching; the force comes a round later. Fast, until the power goes. */
    private record RepliesDoNotWait(Sequence decided, Stage journal, List<Integer> rounds) implements Stage {
        RepliesDoNotWait(Sequence decided, Stage journal) {
            this(decided, journal, new ArrayList<>());
        }

        @Override
        public int pump() {
            rounds.add(1);
            return rounds.size() % 2 == 0 ? journal.pump() : 0;
        }

        @Override
        public Sequence finished() {
            return decided;
        }
    }

    private interface Line {
        LongSupplier of(LongSupplier durable);
    }

    private static void namedOnlyWhenDurable(Line seen) {
        SimDisk disk = new SimDisk();
        SnapshotStore store = new SnapshotStore(disk, SimulatedVenue.home().snapshots(), SimulatedVenue.VENUE);
        long[] durable = {4};
        SnapshotWriter writer = new SnapshotWriter(store, seen.of(() -> durable[0]));
        writer.hand(SnapshotStoreTest.snapshot(5));

        for (int i = 0; i < 5; i++) {
            writer.pump();
            assertThat(store.newestFirst()).isEmpty();
        }
        durable[0] = 5;
        writer.pump();
        assertThat(store.newestFirst()).containsExactly(5L);
        assertThat(writer.lastCommandSeq()).isEqualTo(5);
    }

    private interface Captured {
        MatchingEngine of(MatchingEngine engine);
    }

    private static void repeatIsKnownAfterARestart(Captured captured) {
        SimulatedVenue venue = SimulatedVenue.trading();
        long first = venue.enter(buy("A", "c1", 5, 100));
        venue.close();
        SnapshotStore store = new SnapshotStore(venue.disk, venue.home.snapshots(), SimulatedVenue.VENUE);
        Snapshot snapshot = store.read(7);
        store.prepare(Snapshot.of(snapshot.header(), captured.of(store.engine(snapshot))));
        store.publish(7);

        venue.open();

        assertThat(venue.decide(buy("A", "c1", 5, 100)).firstOrderId()).isEqualTo(first);
    }

    /** The same state, but nothing of what clients called their orders. */
    private static MatchingEngine withoutClientOrderIds() {
        SimulatedVenue venue = SimulatedVenue.trading();
        MatchingEngine engine = new MatchingEngine();
        venue.commands().forEach(timed -> engine.apply(timed.command(), timed.timeMicros(), new EventRecords(e -> {})));
        CommandSlot order = new CommandSlot();
        order.set(buy("A", "", 5, 100));
        engine.apply(order, 1_000_000, new EventRecords(e -> {}));
        return engine;
    }

    private static void refusesAChangedTrade(EntryVisitor replay) {
        SimulatedVenue venue = SimulatedVenue.trading();
        venue.ask(SimulatedVenue.sell("A", "s", 5, 100));
        venue.ask(buy("B", "b", 5, 100));
        Rewriting rewriting = Rewriting.of(venue);
        rewriting.enlargeTheFirstTrade();
        SimDisk changed = rewriting.write(venue.home);

        assertThatThrownBy(() -> {
                    try (JournalTailer tailer = JournalTailer.entries(changed, venue.home.journal(), 1)) {
                        while (tailer.poll(8, 1_000, replay) > 0) {}
                    }
                })
                .isInstanceOf(ReplayDifferenceException.class);
    }

    /** Believes that the same commands give the same events, and never looks. */
    private static final class ReplayWithoutComparing implements EntryVisitor {
        private final MatchingEngine engine = new MatchingEngine();
        private final CommandReader reader = new CommandReader();
        private final CommandSlot command = new CommandSlot();

        @Override
        public void entry(byte kind, long number, ByteBuffer payload, boolean lastOfGroup) {
            if (kind == EntryKind.COMMAND) {
                long time = reader.read(payload, command);
                engine.apply(command, time, new EventRecords(event -> {}));
            } else {
                EventCodec.decode(number, payload);
            }
        }
    }
}
