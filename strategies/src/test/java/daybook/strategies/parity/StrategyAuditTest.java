package daybook.strategies.parity;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.OutboxMessage;
import daybook.delivery.ServiceStatus.Light;
import daybook.events.Topics;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Records;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Row Q11: a group of its own checks every bar and batch, says what it has seen last, and that it lives. */
class StrategyAuditTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void everyRecordIsCheckedAndTheRowsSayWhatWasSeen(Engine engine) throws Exception {
        try (ParityWorld world = world(engine);
                StrategyAudit audit = new StrategyAudit(world.clock.ports("audit"), world.clock.topics)) {
            world.publish(world.bar(1), world.bar(2));
            EvaluateBatch batch = new EvaluateBatch(world.bar(1), 1, 0, List.of(1L, 129L));
            OutboxMessage message = world.records.of(batch);
            world.send(message.topic(), Records.record(message, 0));
            world.send(
                    message.topic(),
                    ParityWorld.text("strategy-shard:1", "{\"type\":\"StrategyEvaluate\",\"shard\":1}"));
            pump(audit);

            AuditReader reader = new AuditReader(world.clock.database, world.clock.time);
            assertThat(reader.rows())
                    .filteredOn(row -> row.topic().equals(world.clock.topic()))
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.received()).isEqualTo(2);
                        assertThat(row.handled()).isEqualTo(2);
                        assertThat(row.invalid()).isZero();
                        assertThat(row.lastId()).isEqualTo(world.bar(2).id().toString());
                        assertThat(row.lastType()).isEqualTo("BarClosed");
                        assertThat(row.lastKey()).isEqualTo("bar:binance:crypto:spot:btcusdt:1m");
                        assertThat(row.lastMicros())
                                .isEqualTo(world.bar(2).window().endMicros());
                    });
            assertThat(audit.counters())
                    .containsEntry("strategy.evaluate.v1.received", 2L)
                    .containsEntry("strategy.evaluate.v1.handled", 1L)
                    .containsEntry("strategy.evaluate.v1.invalid", 1L);
            assertThat(audit.last()).isPresent();
            assertThat(audit.deadLetters().count()).isZero();
            assertThat(audit.status().light()).isEqualTo(Light.AMBER);
            assertThat(audit.status().reasons()).anyMatch(reason -> reason.endsWith("the last: bar: missing"));
        }
    }

    @Test
    void aKeyOrAHeaderThatDoesNotFollowFromTheBodyIsInvalid() throws Exception {
        try (ParityWorld world = world(Engine.SQLITE);
                StrategyAudit audit = new StrategyAudit(world.clock.ports("audit"), world.clock.topics)) {
            LogRecord right = Records.record(world.records.of(world.bar(1)), 0);
            world.send(
                    world.clock.topic(),
                    new LogRecord("bar:okx".getBytes(StandardCharsets.UTF_8), right.value(), right.headers(), 0));
            world.send(world.clock.topic(), new LogRecord(right.key(), right.value(), List.of(), 0));
            LogRecord second = Records.record(world.records.of(world.bar(2)), 0);
            world.send(world.clock.topic(), new LogRecord(right.key(), right.value(), second.headers(), 0));
            world.send(world.clock.topic(), right);
            pump(audit);

            assertThat(audit.counters())
                    .containsEntry("market.bar.closed.v1.received", 4L)
                    .containsEntry("market.bar.closed.v1.invalid", 3L)
                    .containsEntry("market.bar.closed.v1.handled", 1L);
        }
    }

    @Test
    void itIsHealthyWhileItsHeartbeatIsFreshAndItBeatsEveryTenSeconds() throws Exception {
        try (ParityWorld world = world(Engine.SQLITE)) {
            AuditReader reader = new AuditReader(world.clock.database, world.clock.time);
            StrategyAudit audit = new StrategyAudit(world.clock.ports("audit"), world.clock.topics);
            assertThat(reader.isHealthy()).isFalse();
            pump(audit);
            assertThat(reader.isHealthy()).isTrue();
            world.clock.time.pass(Duration.ofSeconds(10));
            audit.pump();
            world.clock.time.pass(Duration.ofSeconds(45));
            assertThat(reader.isHealthy()).isTrue();
            world.clock.time.pass(Duration.ofMillis(1));
            assertThat(reader.isHealthy()).isFalse();
            audit.close();
        }
    }

    @Test
    void afterARestartItCountsOn() throws Exception {
        try (ParityWorld world = world(Engine.SQLITE)) {
            world.publish(world.bar(1));
            StrategyAudit audit = new StrategyAudit(world.clock.ports("audit"), world.clock.topics);
            pump(audit);
            audit.close();
            world.publish(world.bar(2));
            try (StrategyAudit again = new StrategyAudit(world.clock.ports("audit"), world.clock.topics)) {
                pump(again);
                assertThat(again.counters()).containsEntry("market.bar.closed.v1.received", 2L);
            }
        }
    }

    private ParityWorld world(Engine engine) {
        ParityWorld world = new ParityWorld(dir, engine);
        for (var topic : List.of(Topics.STRATEGY_EVALUATE, Topics.ORDER_EVENTS)) {
            world.clock.log.createTopic(new TopicSpec(world.clock.topics.fullName(topic), 2, Retention.UNLIMITED));
        }
        return world;
    }

    private static void pump(StrategyAudit audit) {
        for (int n = 0; n < 5; n++) {
            audit.pump();
        }
    }
}
