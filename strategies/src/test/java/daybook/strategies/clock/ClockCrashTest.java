package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: a bar is recorded once and told at least once, and lies on the log under the outbox policy, wherever the process dies. Method: it
 * dies at each commit in turn, before it takes effect or after; another one with the same name goes on.
 */
class ClockCrashTest {
    private static final int MINUTES = 4;

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"2,false", "2,true", "3,false", "3,true", "4,true"})
    void aBarIsRecordedOnceAndToldWhereverTheClockDies(int commit, boolean after) throws Exception {
        try (ClockWorld world = new ClockWorld(dir, Engine.SQLITE)) {
            world.policy = PublicationPolicy.OUTBOX;
            closesAFirstBar(world);
            BarClock clock = clock(world, HarmedDatabase.dying(world.database, commit, after));
            clock.subscribe(Bars.BTC);
            int died = 0;
            int given = 1;
            while (given < MINUTES || died == 0) {
                try {
                    clock.pump();
                    world.source.give(Bars.minute(world.now + given));
                    given++;
                    world.minute();
                    world.grace();
                    clock.pump();
                } catch (HarmedDatabase.Crash crash) {
                    died++;
                    clock = clock(world, world.database);
                    clock.subscribe(Bars.BTC);
                    // What the source had given is gone with the process; it gives it again.
                    for (int i = 0; i < given; i++) {
                        world.source.give(Bars.minute(world.now + i));
                    }
                }
            }
            clock.pump();
            clock.publisher().pump();

            long[] all = LongStream.range(world.now, world.now + given).toArray();
            assertThat(died).isEqualTo(1);
            assertThat(tokens(world.recorded().stream().map(ClosedBars.Row::bar)))
                    .containsExactly(all);
            assertThat(tokens(world.told.stream().distinct())).containsExactly(all);
            assertThat(tokens(world.published().stream())).containsExactly(all);
        }
    }

    private static long[] tokens(Stream<ClosedBar> bars) {
        return bars.mapToLong(ClosedBar::token).toArray();
    }

    /** A stream of which nothing was ever recorded has nothing to go on from. */
    private static void closesAFirstBar(ClockWorld world) {
        BarClock clock = world.clock();
        clock.subscribe(Bars.BTC);
        clock.pump();
        world.source.give(Bars.minute(world.now));
        world.minute();
        world.grace();
        clock.pump();
        clock.close();
    }

    /** Whether the commit took effect is not known then: it did. */
    @ParameterizedTest
    @EnumSource
    void aCommitWhoseAnswerWasLostIsToldAllTheSame(Engine engine) throws Exception {
        try (ClockWorld world = new ClockWorld(dir, engine)) {
            world.clock().close();
            boolean[] armed = {false};
            BarClock clock = clock(world, new HarmedDatabase(world.database, new HarmedDatabase.Harm() {
                @Override
                public void afterCommit(Connection real) throws SQLException {
                    if (armed[0]) {
                        armed[0] = false;
                        throw new SQLException("connection reset");
                    }
                }
            }));
            clock.subscribe(Bars.BTC);
            clock.pump();
            for (int minute = 0; minute < 3; minute++) {
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                clock.pump(); // renews its lease
                world.grace();
                armed[0] = minute == 1;
                clock.pump();
            }
            assertThat(clock.status().failures()).isEqualTo(1);
            world.minute();
            clock.pump();

            assertThat(world.told)
                    .containsExactly(Bars.minute(world.now), Bars.minute(world.now + 1), Bars.minute(world.now + 2));
            assertThat(world.recorded()).hasSize(3);
            assertThat(clock.status().reasons()).isEmpty();
        }
    }

    @Test
    void aDatabaseThatIsAwayDelaysBarsAndLosesNone() throws Exception {
        try (ClockWorld world = new ClockWorld(dir, Engine.SQLITE)) {
            world.clock().close();
            boolean[] away = {false};
            BarClock clock = clock(world, new HarmedDatabase(world.database, new HarmedDatabase.Harm() {
                @Override
                public void beforeCommit(Connection real) throws SQLException {
                    if (away[0]) {
                        throw new SQLException("disk full");
                    }
                }
            }));
            clock.subscribe(Bars.BTC);
            clock.pump();
            away[0] = true;
            List<ClosedBar> all = new ArrayList<>();
            for (int minute = 0; minute < 3; minute++) {
                all.add(Bars.minute(world.now + minute));
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                world.grace();
                clock.pump();
            }
            assertThat(world.told).isEmpty();
            assertThat(clock.status().reasons()).containsExactly("database: disk full");
            away[0] = false;
            world.minute();
            clock.pump();
            clock.pump();

            assertThat(world.told).containsExactlyElementsOf(all);
        }
    }

    private static BarClock clock(ClockWorld world, Database database) {
        ServicePorts ports = new ServicePorts(world.log, database, world.time, world.time::nanos, "one");
        return new BarClock(
                ports,
                new Records(world.topics),
                world.options,
                new BarClock.Parts(
                        world.source, world.calendars, connection -> world.policy, List.of(world.told::add)));
    }
}
