package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.log.ForwardingLog;
import daybook.log.TopicPartition;
import daybook.strategies.ClosedBar;
import daybook.strategies.clock.Bars;
import daybook.strategies.parity.ParityReport.Evaluation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Row Q3: compared by identity over a window, every difference by name. */
class ParityTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void whatIsMissingExtraOrDifferentIsNamed(Engine engine) throws Exception {
        try (ParityWorld world = new ParityWorld(dir, engine)) {
            ClosedBar other = changed(world.bar(3));
            world.record(world.bar(1), world.bar(2), world.bar(3));
            world.publish(world.bar(1), world.bar(1), other, world.bar(4));
            // Outside of the window, nobody asks.
            world.record(world.bar(-2));
            world.publish(world.bar(200));
            world.send(world.clock.topic(), ParityWorld.text("bar:x", "no bar"));

            ParityReport.Bars bars = world.parity().compare(world.window).bars();

            assertThat(bars.missing()).containsExactly(world.bar(2));
            assertThat(bars.extra()).containsExactly(world.bar(4));
            assertThat(bars.different()).containsExactly(world.bar(3));
            assertThat(bars.recorded()).isEqualTo(3);
            assertThat(bars.published()).isEqualTo(3);
            assertThat(bars.duplicates()).isEqualTo(1);
            assertThat(bars.unreadable()).isEqualTo(1);
            assertThat(bars.isEqual()).isFalse();
        }
    }

    @Test
    void ofSeveralCopiesTheWrongOneIsSeenWhicheverComesFirst() throws Exception {
        try (ParityWorld world = new ParityWorld(dir, Engine.SQLITE)) {
            world.record(world.bar(1), world.bar(2));
            world.publish(world.bar(1), changed(world.bar(1)), changed(world.bar(2)), world.bar(2));

            assertThat(world.parity().compare(world.window).bars().different())
                    .containsExactly(world.bar(1), world.bar(2));
        }
    }

    @Test
    void whatWasRecordedWhilePublishingWasOffIsNotMissing() throws Exception {
        try (ParityWorld world = new ParityWorld(dir, Engine.SQLITE)) {
            world.record(world.bar(1), Optional.empty());

            ParityReport.Bars bars = world.parity().compare(world.window).bars();

            assertThat(bars.isEqual()).isTrue();
            assertThat(bars.unpublished()).isEqualTo(1);
            assertThat(bars.recorded()).isZero();
        }
    }

    @Test
    void aBarThatIsRecordedAndPublishedMeanwhileIsNotExtra() throws Exception {
        try (ParityWorld world = new ParityWorld(dir, Engine.SQLITE)) {
            world.record(world.bar(1));
            world.publish(world.bar(1));
            boolean[] once = {true};
            // Between the two looks the clock goes on.
            ForwardingLog lively = new ForwardingLog(world.clock.log) {
                @Override
                public long endOffset(TopicPartition place) {
                    if (once[0]) {
                        once[0] = false;
                        try {
                            world.record(world.bar(2), Optional.of(PublicationPolicy.OUTBOX));
                        } catch (SQLException impossible) {
                            throw new IllegalStateException(impossible);
                        }
                        world.publish(world.bar(2));
                    }
                    return super.endOffset(place);
                }
            };

            assertThat(world.parity(lively).compare(world.window).isEqual()).isTrue();
        }
    }

    @Test
    void whatTheTopicNoLongerKeepsIsNotComparedAndSoIsNotEqual() throws Exception {
        try (ParityWorld world = new ParityWorld(dir, Engine.SQLITE)) {
            for (int minute = 1; minute <= 4; minute++) {
                world.record(world.bar(minute));
                world.publish(world.bar(minute));
                world.clock.time.pass(Duration.ofMinutes(1));
            }
            // Never published, while the topic kept everything.
            world.record(world.bar(5));
            ForwardingLog cut = new ForwardingLog(world.clock.log) {
                @Override
                public long startOffset(TopicPartition place) {
                    return Math.min(2, endOffset(place));
                }
            };

            ParityReport.Bars bars = world.parity(cut).compare(world.window).bars();

            assertThat(bars.retainedAway()).isEqualTo(2);
            assertThat(bars.missing()).containsExactly(world.bar(5));
            assertThat(bars.published()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void evaluationsAreComparedWithBarsTimesTheSubscriptionsAtTheirEnd(Engine engine) throws Exception {
        try (ParityWorld world = new ParityWorld(dir, engine)) {
            world.record(world.bar(1), world.bar(2), world.bar(3));
            world.publish(world.bar(1), world.bar(2), world.bar(3));
            long second = world.bar(2).window().endMicros();
            world.subscribe(7, world.clock.now * Bars.MINUTE, second);
            // Twice in the index, once to be evaluated.
            world.subscribe(8, second, second + Bars.MINUTE);
            world.subscribe(8, second - Bars.MINUTE, second + Bars.MINUTE);
            world.evaluate(7, world.bar(1), "decided");
            world.evaluate(7, world.bar(3), "decided");
            world.evaluate(8, world.bar(3), "failed");
            world.evaluate(8, world.bar(2), "decided");

            ParityReport report = world.parity().compare(world.window);

            assertThat(report.bars().isEqual()).isTrue();
            assertThat(report.evaluations().expected()).isEqualTo(4);
            assertThat(report.evaluations().evaluated()).isEqualTo(4);
            assertThat(report.evaluations().outcomes()).isEqualTo(Map.of("decided", 3L, "failed", 1L));
            assertThat(report.evaluations().missing())
                    .containsExactly(new Evaluation(7, world.bar(2).id()));
            assertThat(report.evaluations().extra())
                    .containsExactly(new Evaluation(7, world.bar(3).id()));
            assertThat(report.isEqual()).isFalse();
        }
    }

    static ClosedBar changed(ClosedBar bar) {
        return new ClosedBar(
                bar.series(),
                bar.symbol(),
                bar.token(),
                bar.window(),
                new ClosedBar.Prices(
                        bar.prices().open(),
                        bar.prices().high() + 1,
                        bar.prices().low(),
                        bar.prices().close()),
                bar.traded(),
                bar.scales());
    }
}
