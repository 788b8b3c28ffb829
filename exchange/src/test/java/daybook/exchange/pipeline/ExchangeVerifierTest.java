package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.exchange.matching.MatchingEngine;
import daybook.journal.JournalReport;
import daybook.journal.SimDisk;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SCENARIOS J-13: what was changed by hand, with every checksum repaired. */
class ExchangeVerifierTest {
    private final SimulatedVenue venue = SimulatedVenue.trading();

    record Change(String name, ToLongFunction<Rewriting> how) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Change> changes() {
        return Stream.of(
                new Change("a trade was enlarged", Rewriting::enlargeTheFirstTrade),
                new Change("two events were swapped", Rewriting::swapTheFirstTradeWithTheEventBefore),
                new Change("two commands were swapped", Rewriting::swapTwoCommands),
                new Change("an event was taken out", Rewriting::dropTheLastEventOfACommand));
    }

    @Test
    void aCleanJournalIsAsRecordedAndNoFileChanges() {
        trade();
        venue.close();
        int operations = venue.disk.operations();

        ExchangeVerifier.Verification found = verify(venue.disk);

        assertThat(found.fault()).isEmpty();
        assertThat(found.commands()).isEqualTo(506);
        assertThat(found.events()).isEqualTo(venue.events().size());
        assertThat(found.snapshots()).isEqualTo(1);
        assertThat(venue.disk.operations()).isEqualTo(operations);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void theFirstDifferingEventIsNamed(Change change) {
        trade();
        Rewriting rewriting = Rewriting.of(venue);
        long seq = change.how().applyAsLong(rewriting);

        ExchangeVerifier.Verification found = verify(rewriting.write(venue.home));

        assertThat(found.fault())
                .hasValueSatisfying(fault -> assertThat(fault.seq()).isEqualTo(seq));
        assertThat(found.events()).isEqualTo(seq - 1);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void theExchangeDoesNotStartOnIt(Change change) {
        trade();
        Rewriting rewriting = Rewriting.of(venue);
        long seq = change.how().applyAsLong(rewriting);
        SimDisk changed = rewriting.write(venue.home);

        assertThatThrownBy(() -> new SimulatedVenue(changed, venue.home).open())
                .isInstanceOf(ReplayDifferenceException.class)
                .hasMessageStartingWith("seq " + seq + ", ");
    }

    @Test
    void aSnapshotThatIsNotTheStateIsFound() {
        trade();
        venue.close();
        SnapshotStore store = new SnapshotStore(venue.disk, venue.home.snapshots(), SimulatedVenue.VENUE);
        Snapshot real = store.read(506);
        SimulatedVenue other = SimulatedVenue.trading();
        store.prepare(Snapshot.of(real.header(), engineOf(other)));
        store.publish(506);

        ExchangeVerifier.Verification found = verify(venue.disk);

        assertThat(found.fault())
                .hasValueSatisfying(fault -> assertThat(fault.what()).contains("is not the state"));
    }

    /** What newer rules decided cannot be judged by these: to call it damage would be a lie. */
    @Test
    void aJournalOfNewerRulesIsRefusedAndNotCalledDamaged() {
        trade();
        venue.close();
        SimDisk newer = Rewriting.of(venue).writeAs(venue.home, MatchingEngine.VERSION + 1);
        JournalReport report = JournalReport.of(newer, venue.home.journal());

        assertThat(report.isClean()).isTrue();
        assertThatThrownBy(() -> new ExchangeVerifier(newer, venue.home, RecoveryProgress.NONE).verify(report))
                .isInstanceOf(ExchangeRefusedException.class)
                .hasMessageContaining("engine version: 2 (expected: 1)")
                .hasMessageNotContaining("\n");
    }

    private static MatchingEngine engineOf(SimulatedVenue venue) {
        venue.disk.restart();
        return new ExchangeRecovery(venue.home, venue.ports(), 1).open().engine();
    }

    private void trade() {
        OrderStream stream = new OrderStream(3, "o");
        for (int i = 0; i < 500; i++) {
            venue.ask(stream.next());
        }
    }

    private ExchangeVerifier.Verification verify(SimDisk disk) {
        return new ExchangeVerifier(disk, venue.home, RecoveryProgress.NONE)
                .verify(venue.exchange().durableCommandSeq());
    }
}
