package daybook.lab.study;

import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.CrashHook;
import daybook.delivery.Cursors;
import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Lease;
import daybook.delivery.Migrations;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.RecordEffect;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.StepHandler;
import daybook.delivery.Writer;
import daybook.log.TopicPartition;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A consuming service that can die and be started again, on the same log and the same database. Confined to one thread. */
final class Service implements AutoCloseable {
    /** Nobody else wants it: a life that begins takes it over from the one that has ended. */
    private static final Duration LEASE = Duration.ofHours(1);

    private final Workbench bench;
    private final Database database;
    private final ConsumerOptions options;
    private final RecordEffect effect;
    private @Nullable Life life;

    /** @param name of the service, its database's and its group's */
    Service(Workbench bench, String name, Reading reading, RecordEffect effect) {
        this.bench = bench;
        this.database = bench.databases().create(name);
        Migrations.migrate(database, "daybook/lab/db/study");
        this.effect = effect;
        this.options = new ConsumerOptions(
                name,
                reading.topic(),
                reading.policy(),
                reading.mode(),
                reading.batch(),
                ConsumerOptions.DEFAULT_ATTEMPTS,
                Duration.ofHours(1));
    }

    /** What it reads, how that is written, and how it is read. */
    record Reading(String topic, PublicationPolicy policy, DeliveryMode mode, int batch) {

        /** Written once and beside its cause, so that any mode goes with it. */
        Reading(String topic, DeliveryMode mode, int batch) {
            this(topic, PublicationPolicy.MIRROR, mode, batch);
        }
    }

    /** The connection of the present life; between lives one of its own. */
    Writer writer() {
        return life(CrashHook.NONE).writer;
    }

    /**
     * Works until everything on the topic has been passed, dying as often as the hook says.
     *
     * @throws LabException if it cannot go on
     */
    void work(CrashHook hook) throws SQLException {
        die();
        while (true) {
            Life current = life(hook);
            try {
                if (current.consumer.pump() == 0 && atEnd(current)) {
                    return;
                }
            } catch (CrashHook.Crash crash) {
                die();
            }
        }
    }

    /** One round of work. Returns how many records it has passed. */
    int pump() {
        return life(CrashHook.NONE).consumer.pump();
    }

    ServiceStatus status() {
        return life(CrashHook.NONE).consumer.status();
    }

    String topic() {
        return options.topic();
    }

    /** Whether the cursor of a partition is at or behind an offset. */
    boolean hasPassed(TopicPartition place, long offset) throws SQLException {
        return new Cursors(options.consumer())
                        .all(life(CrashHook.NONE).writer.connection())
                        .getOrDefault(place, 0L)
                >= offset;
    }

    private boolean atEnd(Life current) throws SQLException {
        if (current.consumer.status().light() == Light.RED) {
            throw new LabException(String.join("; ", current.consumer.status().reasons()));
        }
        Map<TopicPartition, Long> next = new Cursors(options.consumer()).all(current.writer.connection());
        return IntStream.range(
                        0, bench.log().topic(options.topic()).orElseThrow().partitions())
                .mapToObj(partition -> new TopicPartition(options.topic(), partition))
                .allMatch(place -> next.getOrDefault(place, 0L) >= bench.log().endOffset(place));
    }

    private Life life(CrashHook hook) {
        Life current = life;
        if (current == null) {
            Writer writer = new Writer(database);
            Lease lease = new Lease(new Lease.Terms(options.consumer(), "lab", LEASE), bench.nanos());
            current = new Life(
                    new Consumer(
                            options,
                            new Consumer.Ports(bench.log(), writer, bench.clock(), bench.nanos(), Optional.of(lease)),
                            new StepHandler(effect, hook)),
                    writer);
            life = current;
        }
        return current;
    }

    /** What a kill leaves: nothing is closed in order, and what was not committed is gone. */
    private void die() {
        if (life != null) {
            life.writer.rollback();
            effect.rolledBack();
            life = null;
        }
    }

    @Override
    public void close() {
        die();
        database.close();
    }

    /** One process. */
    private record Life(Consumer consumer, Writer writer) {}
}
