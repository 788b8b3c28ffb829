package daybook.lab.simulation;

import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.Disk;
import daybook.journal.DiskLane;
import daybook.journal.DiskLanes;
import daybook.journal.JournalPorts;
import daybook.journal.ProvenLine;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.publisher.CheckpointFile;
import daybook.publisher.EventSource;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One life of the venue's process: exchange, publisher and, if it is embedded, the log. */
final class Venue {
    static final Path DIRECTORY = Path.of("/venue");
    static final UUID ID = UUID.fromString("00000000-0000-4000-8000-00000000d0b0");
    static final Path CHECKPOINT = DIRECTORY.resolve(CheckpointFile.NAME);

    private static final ExchangeSettings SETTINGS = new ExchangeSettings(64, 16, 1 << 14, 16, Duration.ofSeconds(2));

    final Exchange exchange;
    final JournalPublisher publisher;
    /** As the services of this process see it; absent if it is a broker's. */
    final @Nullable EmbeddedLog log;

    private Venue(Exchange exchange, JournalPublisher publisher, @Nullable EmbeddedLog log) {
        this.exchange = exchange;
        this.publisher = publisher;
        this.log = log;
    }

    static ExchangeHome home(List<ProvenLine> proven) {
        return new ExchangeHome(DIRECTORY, ID, 8 << 10, proven);
    }

    /** Starts the process: what it finds on the disk is recovered. */
    static Venue start(World world, Recording recording) {
        Disk disk = world.parts.disk(world.disk);
        disk.createDirectories(DIRECTORY);
        List<ProvenLine> proven = CheckpointFile.read(disk, DIRECTORY)
                .map(saved -> List.of(new ProvenLine("publisher checkpoint", saved.line(), 0)))
                .orElse(List.of());
        SimTime time = world.time;
        ExchangePorts ports = new ExchangePorts(
                new JournalPorts(disk, new DiskLanes(new LateLane(world.faults), new LateLane(world.faults))),
                time.venueMicros(),
                time::nanos,
                () -> {},
                RecoveryProgress.NONE);
        Exchange exchange = world.parts.exchange(home(proven), SETTINGS, ports);
        EmbeddedLog log = world.embedded ? openLog(world, disk) : null;
        Log seen =
                new RecordingLog(world.parts.log("venue", log == null ? new BrokerLog(world.broker) : log), recording);
        EventSource source =
                world.parts.source(new JournalEvents(disk, home(proven).journal(), exchange::durableSeq), exchange);
        PublisherPorts publishing = new PublisherPorts(
                source,
                seen,
                world.parts.checkpoints(new CheckpointFile(disk, DIRECTORY, ID), source, seen),
                time.venueClock(),
                time::nanos);
        PublisherSettings settings =
                new PublisherSettings(World.EVENTS, true, 20, 100, Duration.ofSeconds(1), Duration.ofMillis(500));
        return new Venue(exchange, world.parts.publisher(publishing, settings), log);
    }

    private static EmbeddedLog openLog(World world, Disk disk) {
        EmbeddedLogSettings.Sources sources = new EmbeddedLogSettings.Sources(
                world.time.venueClock(), world.time::nanos, () -> new UUID(9, world.random.nextLong()));
        EmbeddedLog log = EmbeddedLog.open(
                disk,
                DIRECTORY.resolve("log"),
                EmbeddedLogSettings.of(sources)
                        .withSegments(new EmbeddedLogSettings.SegmentSize(32 << 10, 40, 2 << 10)));
        new TreeMap<>(World.PARTITIONS)
                .forEach((topic, count) -> log.createTopic(new TopicSpec(topic, count, Retention.UNLIMITED)));
        return log;
    }

    /** A lane that takes its time, as the faults say. */
    private static final class LateLane implements DiskLane {
        private final Faults faults;
        private @Nullable Runnable work;

        LateLane(Faults faults) {
            this.faults = faults;
        }

        @Override
        public void start(Runnable started) {
            work = started;
            if (!faults.happens(Fault.BATCH_LATE)) {
                await();
            }
        }

        @Override
        public boolean isBusy() {
            if (work != null && faults.draw(2) == 0) {
                await();
            }
            return work != null;
        }

        @Override
        public void await() {
            Runnable owed = work;
            work = null;
            if (owed != null) {
                owed.run();
            }
        }
    }
}
