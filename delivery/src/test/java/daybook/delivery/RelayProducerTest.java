package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer that has failed a record may fail all that follow, for ever; found by the simulator, seeds 89, 106 and 157. */
class RelayProducerTest {
    @TempDir
    Path directory;

    @Test
    void anotherProducerIsTakenAfterAFailure() throws SQLException {
        OutboxWorld world = new OutboxWorld(Engine.SQLITE, directory);
        OutboxRelay relay = world.relay(new Writer(world.database), new FirstSessionIsBroken(world.log), 10);
        world.addNumbers(3);

        OutboxWorld.drain(relay::pump);
        assertThat(world.published()).isEmpty();
        world.time.pass(Duration.ofSeconds(1));
        OutboxWorld.drain(relay::pump);

        assertThat(world.published()).isEqualTo(world.numbers(3));
    }

    private static final class FirstSessionIsBroken extends ForwardingLog {
        private boolean first = true;

        FirstSessionIsBroken(Log log) {
            super(log);
        }

        @Override
        public Producer producer(String producerId) {
            Producer producer = log.producer(producerId);
            boolean broken = first;
            first = false;
            return new Producer() {
                @Override
                public void send(
                        String topic,
                        OptionalInt partition,
                        LogRecord record,
                        long seq,
                        Acknowledgement acknowledgement) {
                    if (broken) {
                        acknowledgement.failed(new LogException(LogException.Kind.UNAVAILABLE, "fenced"));
                    } else {
                        producer.send(topic, partition, record, seq, acknowledgement);
                    }
                }

                @Override
                public int poll() {
                    return producer.poll();
                }

                @Override
                public void flush() {
                    producer.flush();
                }

                @Override
                public void close() {
                    producer.close();
                }
            };
        }
    }
}
