package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.strategies.ClosedBar;
import daybook.strategies.clock.BarClock;
import daybook.strategies.clock.Bars;
import daybook.strategies.clock.ClockWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker stops in the middle of bars. Goal: what happens in the process is the same as without the outage; under the mirror's policy
 * parity names exactly the bars that were lost, under the outbox's none is. Method: the same bars three times, each on a log of its own.
 */
class ParityOutageTest {
    private static final int MINUTES = 12;
    private static final int STOPS = 4;
    private static final int STARTS = 8;

    @TempDir
    Path dir;

    @Test
    void parityNamesExactlyTheBarsThatTheMirrorLostAndTheOutboxLosesNone() throws Exception {
        Run calm = run(PublicationPolicy.MIRROR, false);
        Run mirror = run(PublicationPolicy.MIRROR, true);
        Run outbox = run(PublicationPolicy.OUTBOX, true);

        assertThat(mirror.told).isEqualTo(calm.told).hasSize(MINUTES);
        assertThat(outbox.told).isEqualTo(calm.told);

        assertThat(calm.report.isEqual()).isTrue();
        assertThat(mirror.report.bars().missing()).isEqualTo(calm.told.subList(STOPS, STARTS));
        assertThat(mirror.report.bars().recorded()).isEqualTo(MINUTES);
        assertThat(mirror.report.bars().published()).isEqualTo(MINUTES - (STARTS - STOPS));
        assertThat(mirror.lost).isEqualTo(STARTS - STOPS);
        assertThat(mirror.report.isEqual()).isFalse();
        assertThat(outbox.report.isEqual()).isTrue();
        assertThat(outbox.report.bars().published()).isEqualTo(MINUTES);
        assertThat(outbox.lost).isZero();
    }

    private record Run(List<ClosedBar> told, ParityReport report, long lost) {}

    private Run run(PublicationPolicy policy, boolean outage) throws Exception {
        try (ClockWorld world = new ClockWorld(Files.createTempDirectory(dir, "w"), Engine.SQLITE)) {
            world.policy = policy;
            BarClock clock = world.clock();
            clock.subscribe(Bars.BTC);
            clock.pump();
            for (int minute = 0; minute < MINUTES; minute++) {
                world.log.away = outage && minute >= STOPS && minute < STARTS;
                world.source.give(Bars.minute(world.now + minute));
                world.minute();
                world.grace();
                clock.pump();
                clock.publisher().pump();
            }
            ParityWindow window = new ParityWindow(world.now * Bars.MINUTE, (world.now + MINUTES) * Bars.MINUTE);
            ParityReport report = new Parity(world.database, world.log, world.topics).compare(window);
            return new Run(new ArrayList<>(world.told), report, clock.counters().getOrDefault("errors", -1L));
        }
    }
}
