package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.log.LogException;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: the tests of this package can fail. Method: what is promised is checked on the product, and on other implementations with one
 * mistake each that somebody might make; the check must pass there and fail here.
 */
class PlantedClockBugsTest {
    private static final long FIRST = 29_000_000;

    @TempDir
    Path dir;

    /** What happens in a minute, in this order: bars come, time passes to its end and the grace, the clock looks so often. */
    private record Minute(List<ClosedBar> come, boolean known, int looks) {}

    /** Decides which bars are told. */
    private interface Closing {
        List<ClosedBar> run(List<Minute> story) throws Exception;
    }

    private interface Check<T> {
        void on(T subject) throws Exception;
    }

    @TestFactory
    Stream<DynamicTest> eachBarIsToldOnceInOrderAndALateOneNever() {
        return planted(
                PlantedClockBugsTest::closesEachBarOnce,
                this::product,
                Map.of(
                        "a late bar is told", () -> new Naive(true, false),
                        "a stream's event is told at each look", () -> new Naive(false, true)));
    }

    @TestFactory
    Stream<DynamicTest> theProcessIsToldFirstAndAMirrorThatFailsIsNoFailure() {
        return planted(
                this::tellsHereFirst,
                () -> BarClock.Works.REAL,
                Map.of("the log before the process", LogFirst::new, "the mirror's failure is raised", Raising::new));
    }

    @TestFactory
    Stream<DynamicTest> thePolicyIsReadInTheTransactionOfTheBars() {
        return planted(
                this::readsThePolicyWhereItRecords,
                () -> BarClock.Works.REAL,
                Map.of(
                        "outside of the transaction", () -> recorder(PolicyBefore::new),
                        "once for all batches", () -> recorder(PolicyOnce::new)));
    }

    private static void closesEachBarOnce(Closing closing) throws Exception {
        ClosedBar a = Bars.minute(FIRST);
        ClosedBar b = Bars.minute(FIRST + 1);
        ClosedBar c = Bars.minute(FIRST + 2);

        // The first window is known to have no bar; its bar comes all the same, two minutes later.
        List<ClosedBar> told = closing.run(List.of(
                new Minute(List.of(), true, 2),
                new Minute(List.of(b), true, 3),
                new Minute(List.of(a, c, b), true, 2),
                new Minute(List.of(c), true, 1)));

        assertThat(told).containsExactly(b, c);
    }

    private void tellsHereFirst(BarClock.Works works) throws Exception {
        try (ClockWorld world = world()) {
            List<Long> queuedThen = new ArrayList<>();
            BarClock[] clock = new BarClock[1];
            clock[0] = new BarClock(
                    world.ports("one"),
                    new Records(world.topics),
                    world.options,
                    new BarClock.Parts(world.source, world.calendars, connection -> world.policy, List.of(bar -> {
                        queuedThen.add(clock[0].publisher().mirror().counts().waiting()
                                + clock[0].publisher().mirror().counts().lost());
                    })),
                    works);
            world.log.away = true;
            clock[0].subscribe(Bars.BTC);
            clock[0].pump();
            for (int minute = 0; minute < 3; minute++) {
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                world.grace();
                assertThatCode(() -> clock[0].pump()).doesNotThrowAnyException();
            }
            assertThat(queuedThen).containsExactly(0L, 1L, 2L);
        }
    }

    private void readsThePolicyWhereItRecords(BarClock.Works works) throws Exception {
        try (ClockWorld world = world()) {
            List<Boolean> within = new ArrayList<>();
            BarClock clock = new BarClock(
                    world.ports("one"),
                    new Records(world.topics),
                    world.options,
                    new BarClock.Parts(
                            world.source,
                            world.calendars,
                            connection -> {
                                within.add(!connection.getAutoCommit());
                                return world.policy;
                            },
                            List.of()),
                    works);
            clock.subscribe(Bars.BTC);
            clock.pump();
            for (int minute = 0; minute < 2; minute++) {
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                world.grace();
                clock.pump();
                world.policy = PublicationPolicy.OUTBOX;
            }
            clock.close();
            assertThat(within).containsExactly(true, true);
            assertThat(world.recorded())
                    .extracting(ClosedBars.Row::policy)
                    .containsExactly(Optional.of(PublicationPolicy.MIRROR), Optional.of(PublicationPolicy.OUTBOX));
        }
    }

    private Closing product() {
        return story -> {
            try (ClockWorld world = world()) {
                world.source.leapMicros = FIRST * Bars.MINUTE - world.source.timeMicros(Bars.BTC);
                BarClock clock = world.clock();
                clock.subscribe(Bars.BTC);
                clock.pump();
                long token = FIRST;
                for (Minute minute : story) {
                    world.source.give(minute.come.toArray(new ClosedBar[0]));
                    token++;
                    world.source.knows(Bars.BTC, token * Bars.MINUTE);
                    world.time.pass(Duration.ofMillis(60_500));
                    for (int look = 0; look < minute.looks; look++) {
                        clock.wake(Bars.BTC);
                        clock.pump();
                    }
                }
                return List.copyOf(world.told);
            }
        };
    }

    /** Tells whatever has come and is over. */
    private static final class Naive implements Closing {
        private final boolean late;
        private final boolean again;

        Naive(boolean late, boolean again) {
            this.late = late;
            this.again = again;
        }

        @Override
        public List<ClosedBar> run(List<Minute> story) {
            List<ClosedBar> told = new ArrayList<>();
            long last = Long.MIN_VALUE;
            for (Minute minute : story) {
                for (int look = 0; look < minute.looks; look++) {
                    long before = last;
                    for (ClosedBar bar : minute.come) {
                        boolean fresh = bar.token() > (again ? before : last);
                        boolean lateOne = bar.token() < last && look == 0 && late;
                        if (fresh || lateOne) {
                            told.add(bar);
                        }
                    }
                    last = again
                            ? Math.max(
                                    last,
                                    minute.come.stream()
                                                    .mapToLong(ClosedBar::token)
                                                    .max()
                                                    .orElse(last)
                                            - 1)
                            : Math.max(
                                    last,
                                    told.stream()
                                            .mapToLong(ClosedBar::token)
                                            .max()
                                            .orElse(last));
                }
            }
            return told;
        }
    }

    private static final class LogFirst implements BarClock.Works {
        @Override
        public Delivery delivery(Delivery.Ways ways, Records records, ClockCounts counts) {
            return new Delivery(ways, records, counts) {
                @Override
                void deliver(List<ClosedBar> bars, Optional<PublicationPolicy> policy) {
                    bars.forEach(this::mirror);
                    bars.forEach(this::tell);
                }
            };
        }
    }

    private static final class Raising implements BarClock.Works {
        @Override
        public Delivery delivery(Delivery.Ways ways, Records records, ClockCounts counts) {
            return new Delivery(ways, records, counts) {
                @Override
                void mirror(ClosedBar bar) {
                    super.mirror(bar);
                    ways.mirror().pump();
                    if (ways.mirror().counts().lost() > 0) {
                        throw new LogException(
                                LogException.Kind.UNAVAILABLE,
                                ways.mirror().counts().lastError());
                    }
                }
            };
        }
    }

    private interface RecorderMaker {
        Recorder make(Recorder.Desk desk, Records records, PublishingPolicy policy);
    }

    private static BarClock.Works recorder(RecorderMaker maker) {
        return new BarClock.Works() {
            @Override
            public Recorder recorder(Recorder.Desk desk, Records records, PublishingPolicy policy) {
                return maker.make(desk, records, policy);
            }
        };
    }

    private static final class PolicyBefore extends Recorder {
        private final PublishingPolicy policies;
        private final Desk desk;
        private PublicationPolicy read = PublicationPolicy.MIRROR;

        PolicyBefore(Desk desk, Records records, PublishingPolicy policies) {
            super(desk, records, policies);
            this.policies = policies;
            this.desk = desk;
        }

        @Override
        Recorded record(List<ClosedBar> due) throws SQLException {
            read = policies.of(desk.writer().connection());
            return super.record(due);
        }

        @Override
        PublicationPolicy policy(Connection connection) {
            return read;
        }
    }

    private static final class PolicyOnce extends Recorder {
        private Optional<PublicationPolicy> read = Optional.empty();

        PolicyOnce(Desk desk, Records records, PublishingPolicy policies) {
            super(desk, records, policies);
        }

        @Override
        PublicationPolicy policy(Connection connection) throws SQLException {
            if (read.isEmpty()) {
                read = Optional.of(super.policy(connection));
            }
            return read.get();
        }
    }

    private ClockWorld world() throws Exception {
        return new ClockWorld(Files.createTempDirectory(dir, "w"), Engine.SQLITE);
    }

    private static <T> Stream<DynamicTest> planted(Check<T> check, Supplier<T> product, Map<String, Supplier<T>> bugs) {
        Stream<DynamicTest> passes =
                Stream.of(DynamicTest.dynamicTest("the product passes", () -> check.on(product.get())));
        Stream<DynamicTest> caught = bugs.entrySet().stream()
                .map(bug -> DynamicTest.dynamicTest(
                        "caught: " + bug.getKey(),
                        () -> assertThatThrownBy(() -> check.on(bug.getValue().get()))
                                .isInstanceOf(AssertionError.class)));
        return Stream.concat(passes, caught);
    }
}
