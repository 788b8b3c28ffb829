package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.HarmedDatabase.Crash;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;

/** What any relay must do, for the real one and for planted ones. A relay is its pump. */
final class OutboxScenarios {
    private OutboxScenarios() {}

    static void crashBetweenPublishingAndMarking(OutboxWorld world, BiFunction<Writer, Log, IntSupplier> relays)
            throws SQLException {
        world.add("k", "1");
        world.log.afterFlush = () -> {
            throw new Crash("the log has it");
        };
        assertThat(catchThrowable(() -> OutboxWorld.drain(relays.apply(new Writer(world.database), world.log))))
                .isInstanceOf(Crash.class);
        world.log.afterFlush = () -> {};
        assertThat(world.outbox.waiting(world.writer.connection()))
                .as("not marked before the log said so")
                .isEqualTo(1);

        OutboxWorld.drain(relays.apply(new Writer(world.database), world.log));

        assertThat(world.published()).containsExactly("1");
        assertThat(world.outbox.waiting(world.writer.connection())).isZero();
    }

    static void logAway(OutboxWorld world, BiFunction<Writer, Log, IntSupplier> relays) throws SQLException {
        world.addNumbers(100);
        IntSupplier relay = relays.apply(new Writer(world.database), world.log);
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "log: away");
        OutboxWorld.drain(relay);
        assertThat(world.outbox.waiting(world.writer.connection())).isEqualTo(100);
        world.log.outage = null;
        world.time.pass(Duration.ofSeconds(20));

        OutboxWorld.drain(relay);

        assertThat(world.published()).isEqualTo(world.numbers(100));
    }

    static void keysKeepTheirOrder(OutboxWorld world, BiFunction<Writer, Log, IntSupplier> relays) throws SQLException {
        Map<String, List<String>> expected = new HashMap<>();
        List<OutboxMessage> messages = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            String key = "key-" + i % 7;
            messages.add(OutboxWorld.message(key, key + ":" + i));
            expected.computeIfAbsent(key, k -> new ArrayList<>()).add(key + ":" + i);
        }
        world.outbox.add(world.writer.transaction(), messages);
        world.writer.commit();

        OutboxWorld.drain(relays.apply(new Writer(world.database), world.log));

        Map<String, Set<Integer>> partitions = new HashMap<>();
        Map<String, List<String>> heard = new HashMap<>();
        for (StoredRecord stored : world.log.all(OutboxWorld.TOPIC)) {
            String key = new String(stored.record().key(), StandardCharsets.UTF_8);
            partitions
                    .computeIfAbsent(key, k -> new HashSet<>())
                    .add(stored.place().partition());
            heard.computeIfAbsent(key, k -> new ArrayList<>())
                    .add(new String(stored.record().value(), StandardCharsets.UTF_8));
        }
        assertThat(heard).isEqualTo(expected);
        assertThat(partitions.values()).allSatisfy(some -> assertThat(some).hasSize(1));
    }
}
