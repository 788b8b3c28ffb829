package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.journal.JournalException;
import daybook.journal.SimDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills and power cuts at random operations of the disk, with snapshots often and small segments. Clients repeat what they have
 * no answer to. With every second seed batches run beside the exchange and end some time later. After each start: every acknowledged command is in the journal with its number and events, none twice, and the
 * state is the one that all commands give from the first one on (SCENARIOS J-11, RELIABILITY 4.2).
 */
class CrashLoopTest {
    private static final int CRASHES = 5;
    private static final ExchangeSettings SETTINGS = new ExchangeSettings(256, 32, 1 << 14, 16, Duration.ofMillis(1));

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("daybook.long") ? 1_000 : 40);
    }

    private static final Tally TALLY = new Tally();

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatWasAcknowledgedIsThereOnceAfterEveryCrash(long seed) {
        new History(seed, Assembly.INLINE, TALLY).run();
    }

    /** A run in which nothing happened proves nothing. */
    @AfterAll
    static void theHistoriesWereNotEmpty() {
        System.out.println("crash loops: " + TALLY);
        assertThat(TALLY.acknowledged).isGreaterThan(100L * TALLY.histories);
        assertThat(TALLY.faults).isGreaterThan(TALLY.histories);
        assertThat(TALLY.unanswered).isGreaterThan(TALLY.histories);
        assertThat(TALLY.fromSnapshot).isGreaterThan(TALLY.histories);
    }

    @Test
    void aReplyBeforeTheForceIsCaught() {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= 200; seed++) {
                        new History(seed, PlantedBugTest::repliesDoNotWait, new Tally()).run();
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed");
    }

    /** What the histories went through. */
    private static final class Tally {
        private int histories;
        private long acknowledged;
        private int faults;
        private int unanswered;
        private int fromSnapshot;

        @Override
        public String toString() {
            return histories + " histories, " + acknowledged + " acknowledged, " + faults + " faults, " + unanswered
                    + " unanswered, " + fromSnapshot + " starts from a snapshot";
        }
    }

    private static final class History {
        private final long seed;
        private final Assembly assembly;
        private final Tally tally;
        private final Random random;
        private final OrderStream stream;
        private final SimulatedVenue venue;
        private final Map<Command, Boolean> unanswered = new HashMap<>();
        private final List<Reply.Decided> acknowledged = new ArrayList<>();
        private final Map<Long, Command> commandOf = new HashMap<>();
        private final List<AckChecker.Ack> acks = new ArrayList<>();
        private long step;

        History(long seed, Assembly assembly, Tally tally) {
            this.seed = seed;
            this.assembly = assembly;
            this.tally = tally;
            this.random = new Random(seed);
            this.stream = new OrderStream(seed, "s" + seed);
            this.venue = new SimulatedVenue(
                            new SimDisk(),
                            new ExchangeHome(SimulatedVenue.DIRECTORY, SimulatedVenue.VENUE, 8 << 10, List.of()))
                    .with(SETTINGS);
            if (seed % 2 == 0) {
                venue.withLanes(seed);
            }
        }

        void run() {
            tally.histories++;
            venue.open(assembly).prepare();
            for (int crash = 0; crash < CRASHES; crash++) {
                trade();
                end();
                check();
            }
        }

        private void trade() {
            SimDisk.Fault fault = random.nextInt(4) == 0 ? SimDisk.Fault.FAIL_AND_MARK_CLEAN : SimDisk.Fault.POWER_CUT;
            venue.disk.failAt(venue.disk.operations() + 1 + random.nextInt(random.nextBoolean() ? 60 : 600), fault);
            for (int round = 0; round < 40 && venue.exchange().failure().isEmpty(); round++) {
                List<Command> again = new ArrayList<>(unanswered.keySet());
                unanswered.clear();
                again.forEach(this::submit);
                for (int i = random.nextInt(40); i > 0; i--) {
                    submit(stream.next());
                }
                step();
            }
        }

        private void step() {
            venue.nanos += 300_000;
            venue.micros += 100;
            try {
                for (int i = random.nextInt(4); i > 0; i--) {
                    venue.exchange().pump();
                }
                venue.exchange().snapshots().pump();
            } catch (SimDisk.PowerCut e) {
                // The snapshot met it; the exchange meets it at its next operation.
            }
        }

        private void submit(Command command) {
            long begun = ++step;
            Submission submission = venue.exchange().submit(command, reply -> replied(command, begun, reply));
            if (submission instanceof Submission.Queued) {
                unanswered.put(command, true);
            }
        }

        private void replied(Command command, long begun, Reply reply) {
            if (reply instanceof Reply.Decided decided) {
                unanswered.remove(command);
                acknowledged.add(decided);
                tally.acknowledged++;
                commandOf.put(decided.commandSeq(), command);
                acks.add(new AckChecker.Ack(command.toString(), begun, ++step, decided.commandSeq()));
            } else if (reply instanceof Reply.NotAccepted) {
                unanswered.remove(command);
            }
        }

        /** The process ends: killed, or with the machine. Only orders can be repeated: they have a client order id. */
        private void end() {
            tally.faults += venue.exchange().failure().isPresent() ? 1 : 0;
            tally.unanswered += unanswered.size();
            unanswered.keySet().removeIf(command -> command.kind() != Command.Kind.NEW_ORDER);
            if (random.nextInt(3) == 0 && venue.exchange().failure().isEmpty()) {
                venue.disk.restart();
            } else {
                venue.disk.crash(random.nextLong());
            }
            try {
                venue.open(assembly);
            } catch (JournalException | ExchangeRefusedException | ReplayDifferenceException e) {
                throw new AssertionError("seed " + seed + ": refused", e);
            }
            tally.fromSnapshot += venue.exchange().recovered().snapshotCommandSeq() > 0 ? 1 : 0;
        }

        private void check() {
            String what = "seed " + seed;
            List<CommandCodec.Timed> commands = venue.commands();
            Map<Long, Event> events = new HashMap<>();
            venue.events().forEach(event -> events.put(event.seq(), event));
            for (Reply.Decided reply : acknowledged) {
                assertThat(commands.size()).as(what).isGreaterThanOrEqualTo((int) reply.commandSeq());
                assertThat(commands.get((int) reply.commandSeq() - 1).command())
                        .as(what)
                        .isEqualTo(commandOf.get(reply.commandSeq()));
                reply.events()
                        .forEach(event ->
                                assertThat(events.get(event.seq())).as(what).isEqualTo(event));
            }
            Set<String> accepted = new HashSet<>();
            for (Event event : events.values()) {
                if (event instanceof OrderAccepted order) {
                    assertThat(accepted.add(order.accountId() + "/" + order.clientOrderId()))
                            .as(what + ", accepted twice: " + order)
                            .isTrue();
                }
            }
            assertThat(AckChecker.anomalies(acks)).as(what).isEmpty();
            assertThat(venue.stateHash()).as(what).isEqualTo(venue.hashFromScratch());
        }
    }
}
