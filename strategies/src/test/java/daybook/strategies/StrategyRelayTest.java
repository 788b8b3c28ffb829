package daybook.strategies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrategyRelayTest {
    @TempDir
    Path dir;

    private final ManualTime time = new ManualTime();

    @ParameterizedTest
    @EnumSource
    void ofAllServicesOneSendsWhoeverWroteAndWhenItStopsAnotherDoes(Engine engine) throws Exception {
        try (Log log = EmbeddedStore.in(dir.resolve("log")).open()) {
            log.createTopic(new TopicSpec("t", 1, Retention.UNLIMITED));
            Database database = engine.open(dir, StrategyDatabase.NAME);
            StrategyDatabase.migrate(database);
            ServicePorts ports = new ServicePorts(log, database, time, time::nanos, "one");
            try (Writer clock = new Writer(database);
                    Writer gateway = new Writer(database)) {
                StrategyRelay ofClock = new StrategyRelay(ports, "clock", clock);
                StrategyRelay ofGateway = new StrategyRelay(ports, "order-gateway", gateway);
                assertThat(ofClock.pump()).isZero();

                write(clock, "a");
                write(gateway, "b");
                ofGateway.wake();
                assertThat(ofGateway.pump()).isZero();
                ofClock.wake();
                assertThat(ofClock.pump()).isEqualTo(2);

                ofClock.close();
                write(clock, "c");
                time.pass(Duration.ofSeconds(5)); // it asks for the lease now and then
                assertThat(ofGateway.pump()).isEqualTo(1);
                ofGateway.close();
            }

            assertThat(log.read(new TopicPartition("t", 0), 0, 10))
                    .extracting(stored -> new String(stored.record().value(), UTF_8))
                    .containsExactly("a", "b", "c");
        }
    }

    private void write(Writer writer, String body) throws SQLException {
        OutboxMessage message = new OutboxMessage("t", new byte[] {1}, List.of(), body.getBytes(UTF_8));
        new Outbox(time).add(writer.transaction(), List.of(message));
        writer.commit();
    }
}
