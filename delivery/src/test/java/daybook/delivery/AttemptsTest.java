package daybook.delivery;

import static daybook.delivery.ConsumerWorld.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** ASKS 5: how often a record was tried is known to its handler, and a crash counts. */
@ParameterizedClass
@EnumSource
class AttemptsTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private ConsumerWorld world;

    AttemptsTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        world = new ConsumerWorld(engine, dir);
    }

    /** Notes the attempts at one record, at which something happens. */
    private class Watching extends ConsumerWorld.Once {
        private final String watched;
        private final Runnable happens;
        final List<Integer> attempts = new ArrayList<>();

        Watching(String watched, Runnable happens) {
            super(world.time);
            this.watched = watched;
            this.happens = happens;
        }

        @Override
        public void apply(Connection connection, List<StoredRecord> records, Attempts tries) throws SQLException {
            for (StoredRecord record : records) {
                if (watched.equals(new String(record.record().value(), StandardCharsets.UTF_8))) {
                    attempts.add(tries.of(record));
                    happens.run();
                }
            }
            super.apply(connection, records, tries);
        }
    }

    @Test
    void aHandlerSeesWhichAttemptItIs() {
        world.publish(0, "1", "bad", "2");
        Watching handler = new Watching("bad", () -> {});

        drain(consumer(handler));

        assertThat(handler.attempts).containsExactly(1, 2, 3);
        assertThat(world.query("SELECT COUNT(*) FROM delivery_attempt"))
                .as("passed, forgotten")
                .isZero();
    }

    @Test
    void anAttemptThatTheProcessDidNotSurviveCounts() {
        world.publish(0, "1", "bad", "2");
        List<Integer> seen = new ArrayList<>();
        try (Writer writer = new Writer(world.database)) {
            Consumer first = world.idempotent(writer, new Watching("bad", () -> {
                seen.add(seen.size() + 1);
                if (seen.size() == 2) {
                    throw new IllegalStateException("killed");
                }
            }));
            assertThatThrownBy(() -> drain(first)).hasMessage("killed");
        }
        Watching again = new Watching("bad", () -> {});

        drain(consumer(again));

        assertThat(again.attempts).containsExactly(3);
        assertThat(world.parked()).singleElement().returns(3, DeadLetter::attempts);
        assertThat(world.applied("2")).isEqualTo(1);
    }

    /** The process dies of a record, each time. It is found among its neighbours, and put aside; nothing else is lost or waits for ever. */
    @Test
    void aRecordThatKillsTheProcessIsPutAsideAfterAFewStarts() {
        world.publishNumbers(0, 1, 9);
        world.publish(0, "13");
        world.publishNumbers(0, 14, 40);
        world.publishNumbers(1, 41, 60);
        int deaths = 0;
        boolean alive = false;
        while (!alive) {
            assertThat(deaths).as("it dies for ever").isLessThan(20);
            try (Writer writer = new Writer(world.database)) {
                drain(world.idempotent(writer, new Watching("13", () -> {
                    throw new IllegalStateException("a bug");
                })));
                alive = true;
            } catch (IllegalStateException death) {
                deaths++;
            }
        }

        assertThat(deaths).isBetween(Failures.MOST_DEATHS, Failures.MOST_DEATHS + 2);
        assertThat(world.parked()).singleElement().satisfies(letter -> {
            assertThat(letter.error()).isEqualTo(Failures.DIED);
            assertThat(letter.attempts()).isEqualTo(Failures.MOST_DEATHS);
            assertThat(letter.record().record().value()).isEqualTo(ConsumerWorld.bytes("13"));
        });
        assertThat(world.query("SELECT COUNT(*) FROM applied WHERE times = 1")).isEqualTo(9 + 27 + 20);
        assertThat(world.query("SELECT COUNT(*) FROM delivery_attempt")).isZero();
    }

    /** Who stops in order says so: nothing that comes later is under suspicion. */
    @Test
    void aProcessThatStopsInOrderLeavesNoSuspicion() {
        for (int i = 0; i < 3; i++) {
            Consumer consumer = world.consumer(DeliveryMode.IDEMPOTENT, 10);
            drain(consumer);
            consumer.close();
        }
        assertThat(world.query("SELECT COUNT(*) FROM consumer_start")).isZero();
        world.publish(0, "1", "bad");
        Watching handler = new Watching("1", () -> {});

        drain(consumer(handler));

        assertThat(handler.attempts).first().isEqualTo(1);
    }

    private Consumer consumer(BatchHandler handler) {
        return world.idempotent(new Writer(world.database), handler);
    }
}
