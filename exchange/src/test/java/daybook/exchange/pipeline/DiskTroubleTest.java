package daybook.exchange.pipeline;

import static daybook.exchange.pipeline.SimulatedVenue.buy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.VenueState;
import daybook.journal.DiskException;
import daybook.journal.SimDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SCENARIOS J-04 and J-05: a force that fails, and a disk that is full for a while. */
class DiskTroubleTest {
    private static final int SMALL_SEGMENT = 16 << 10;

    private final SimulatedVenue venue = new SimulatedVenue(
            new SimDisk(), new ExchangeHome(SimulatedVenue.DIRECTORY, SimulatedVenue.VENUE, SMALL_SEGMENT, List.of()));
    private final List<Reply> replies = new ArrayList<>();

    @Test
    void afterAFailedForceNothingIsAcknowledgedAndNothingTriedAgain() {
        venue.open().prepare();
        long durable = venue.exchange().durableCommandSeq();
        for (int i = 0; i < 10; i++) {
            venue.exchange().submit(buy("A", "c" + i, 1, 100), replies::add);
        }
        venue.disk.failAt(venue.disk.operations() + 2, SimDisk.Fault.FAIL_AND_MARK_CLEAN);

        venue.pump();
        int operations = venue.disk.operations();
        venue.pump();

        assertThat(replies).hasSize(10).allMatch(Reply.Unknown.class::isInstance);
        assertThat(venue.exchange().failure()).containsInstanceOf(DiskException.class);
        assertThat(venue.exchange().durableCommandSeq()).isEqualTo(durable);
        assertThat(venue.exchange().submit(buy("A", "x", 1, 100), replies::add)).isInstanceOf(Submission.Stopped.class);
        assertThatThrownBy(() -> venue.exchange().query(VenueState::seq).join())
                .hasCauseInstanceOf(QueryRefusedException.class);
        assertThat(venue.disk.operations()).isEqualTo(operations);

        venue.kill();
        assertThat(venue.exchange().durableCommandSeq()).isGreaterThanOrEqualTo(durable);
        assertThat(venue.stateHash()).isEqualTo(venue.hashFromScratch());
        venue.decide(buy("A", "y", 1, 100));
    }

    @Test
    void commandsThatWaitedWhenTheDiskFailedAreNotAccepted() {
        venue.with(new ExchangeSettings(1_024, 4, 1 << 16, 16, Duration.ofMinutes(5)))
                .open()
                .prepare();
        for (int i = 0; i < 10; i++) {
            venue.exchange().submit(buy("A", "c" + i, 1, 100), replies::add);
        }
        venue.disk.failAt(venue.disk.operations() + 2, SimDisk.Fault.FAIL);

        venue.pump();

        assertThat(replies.subList(0, 4)).allMatch(Reply.Unknown.class::isInstance);
        assertThat(replies.subList(4, 10)).allMatch(Reply.NotAccepted.class::isInstance);
    }

    @Test
    void onAFullDiskCommandsAreRefusedAndQuestionsAnswered() {
        venue.open().prepare();
        int accepted = fill();
        long seq = venue.exchange().durableSeq();

        assertThat(replies.get(replies.size() - 1)).isInstanceOf(Reply.NotAccepted.class);
        assertThat(venue.exchange().refusal())
                .hasValueSatisfying(reason -> assertThat(reason).contains("no room on the disk"));
        assertThat(venue.exchange().submit(buy("A", "x", 1, 100), replies::add)).isInstanceOf(Submission.Stopped.class);
        long asked = venue.query(VenueState::seq);
        assertThat(asked).isEqualTo(seq);
        assertThat(venue.exchange().failure()).isEmpty();

        makeRoom();
        for (int i = 0; i < 100; i++) {
            assertThat(venue.ask(buy("B", "after" + i, 1, 90))).isInstanceOf(Reply.Decided.class);
        }
        venue.kill();

        assertThat(clientOrderIds("A")).hasSize(accepted).doesNotHaveDuplicates();
        assertThat(clientOrderIds("B")).hasSize(100).doesNotHaveDuplicates();
    }

    /** A sweep is larger than what was asked for; so its batch may find the disk full after it was decided. */
    @Test
    void aDecidedBatchWaitsForRoomAndIsAnsweredOnce() {
        venue.open().prepare();
        for (int i = 0; i < 300; i++) {
            venue.ask(buy("A", "c" + i, 1, 100));
        }
        venue.disk.limitBytes(venue.disk.usedBytes());
        venue.exchange().submit(new Command.CancelAll("A", ""), replies::add);
        venue.pump();
        CompletableFuture<Integer> open =
                venue.exchange().query(state -> state.openOrders("A", 1_000).size());
        venue.pump();

        assertThat(replies).isEmpty();
        assertThat(open).as("no question is answered from what is not durable").isNotDone();
        assertThat(venue.exchange().submit(buy("A", "x", 1, 100), replies::add)).isInstanceOf(Submission.Stopped.class);

        makeRoom();

        assertThat(replies).hasSize(1);
        assertThat(((Reply.Decided) replies.get(0)).events()).hasSize(300);
        assertThat(open.join()).isZero();
        long cancelled = venue.kill().events().stream()
                .filter(event -> event.kind() == Event.Kind.ORDER_CANCELLED)
                .count();
        assertThat(cancelled).isEqualTo(300);
    }

    /** The batch with the sweep finds the disk full, in some of the histories while the force before it is under way. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aCrowdIsAnsweredOnceAndInOrderWhateverTheDiskDoesMeanwhile(long seed) {
        venue.with(new ExchangeSettings(1_024, 16, 1 << 16, 16, Duration.ofMinutes(5)))
                .withLanes(seed)
                .open()
                .prepare();
        for (int i = 0; i < 300; i++) {
            venue.ask(buy("A", "c" + i, 1, 100));
        }
        List<Long> told = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Command command = i == 100 ? new Command.CancelAll("A", "") : buy("B", "b" + i, 1, 90);
            venue.exchange().submit(command, reply -> {
                long commandSeq = ((Reply.Decided) reply).commandSeq();
                assertThat(commandSeq).isLessThanOrEqualTo(venue.exchange().durableCommandSeq());
                told.add(commandSeq);
            });
        }
        venue.disk.limitBytes(venue.disk.usedBytes() + 30_000);
        venue.pump();

        assertThat(venue.exchange().refusal()).as("full").isPresent();
        assertThat(told).hasSizeBetween(80, 100).hasSize((int) (venue.exchange().durableCommandSeq() - 306));
        makeRoom();

        assertThat(told).hasSize(200).isSorted().doesNotHaveDuplicates();
        assertThat(venue.exchange().counters().listenerFaults()).isZero();
        venue.kill();
        assertThat(clientOrderIds("B")).hasSize(199).doesNotHaveDuplicates();
    }

    @Test
    void aFullDiskAtTheEndLosesNothingThatWasAcknowledged() {
        venue.open().prepare();
        int accepted = fill();
        venue.exchange().submit(buy("A", "last", 1, 100), replies::add);
        venue.close();
        venue.disk.limitBytes(Long.MAX_VALUE);

        venue.open();

        assertThat(clientOrderIds("A")).hasSize(accepted);
    }

    @Test
    void whileTheDiskIsFullItIsAskedTenTimesASecondAndNotMore() {
        venue.open().prepare();
        fill();
        int operations = venue.disk.operations();
        for (int i = 0; i < 1_000; i++) {
            venue.exchange().pump();
        }
        assertThat(venue.disk.operations()).isEqualTo(operations);
    }

    @Test
    void aSnapshotThatFindsTheDiskFullIsGivenUpAndLeavesNothing() {
        venue.with(new ExchangeSettings(1_024, 256, 1 << 16, 16, Duration.ofMillis(1)))
                .open()
                .prepare();
        for (int i = 0; i < 50; i++) {
            venue.ask(buy("A", "c" + i, 1, 100));
        }
        venue.nanos += 2_000_000;
        venue.pump();
        long used = venue.disk.usedBytes();
        venue.disk.limitBytes(used + 100);

        while (venue.exchange().snapshots().pump() > 0) {}

        assertThat(venue.exchange().snapshots().failure())
                .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FULL));
        assertThat(venue.disk.usedBytes()).isEqualTo(used);
        assertThat(venue.exchange().failure()).isEmpty();

        venue.disk.limitBytes(Long.MAX_VALUE);
        venue.ask(buy("A", "again", 1, 100));
        venue.nanos += 2_000_000;
        venue.pump();
        while (venue.exchange().snapshots().pump() > 0) {}
        assertThat(venue.exchange().snapshots().failure()).isEmpty();
        assertThat(venue.exchange().snapshots().lastCommandSeq())
                .isEqualTo(venue.exchange().durableCommandSeq());
    }

    private void makeRoom() {
        venue.disk.limitBytes(Long.MAX_VALUE);
        venue.nanos += 100_000_000;
        venue.pump();
    }

    /** Sends orders until one is refused; gives how many were accepted. */
    private int fill() {
        venue.disk.limitBytes(venue.disk.usedBytes() + 20_000);
        int accepted = 0;
        while (true) {
            Reply reply = venue.ask(buy("A", "c" + accepted, 1, 100));
            replies.add(reply);
            if (!(reply instanceof Reply.Decided)) {
                return accepted;
            }
            accepted++;
        }
    }

    private List<String> clientOrderIds(String account) {
        return venue.events().stream()
                .filter(OrderAccepted.class::isInstance)
                .map(OrderAccepted.class::cast)
                .filter(order -> order.accountId().equals(account))
                .map(OrderAccepted::clientOrderId)
                .toList();
    }
}
