package daybook.bench.ours;

import daybook.bench.Scratch;
import daybook.bench.workload.Workload;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.FileDisk;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;

/**
 * A journal full of a workload's events, and the log they are published to.
 *
 * @param home where the journal is
 * @param log directory of the log
 * @param events how many there are
 */
record PublishedVenue(ExchangeHome home, Path log, long events) {
    static final String TOPIC = "bench.events";

    static final UUID VENUE = new UUID(1, 1);
    static final int PARTITIONS = 3;

    /** Writes the journal; the log is empty. */
    static PublishedVenue write(String name, Workload workload) throws Exception {
        Path folder = Scratch.folder(name);
        ExchangeHome home = ExchangeHome.of(folder, VENUE);
        ExchangePorts ports = ExchangePorts.of(new FileDisk(), System::nanoTime, System::nanoTime);
        try (Exchange exchange = Exchange.open(home, ExchangeSettings.DEFAULT, ports)) {
            Feeding.all(exchange, Venue.setUp(workload));
            Feeding.range(exchange, workload, 0, workload.total());
            return new PublishedVenue(home, folder.resolve("log"), exchange.durableSeq());
        }
    }

    /** Publishes all of it into a new log. Returns seconds. */
    double publish() throws Exception {
        Scratch.delete(log);
        Files.deleteIfExists(home.directory().resolve(CheckpointFile.NAME));
        FileDisk disk = new FileDisk();
        try (EmbeddedLog opened = LogAppend.open(disk, log)) {
            opened.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
            long start = System.nanoTime();
            PublisherPorts ports = new PublisherPorts(
                            new JournalEvents(disk, home.journal(), () -> events),
                            opened,
                            new CheckpointFile(disk, home.directory(), VENUE),
                            InstantSource.system(),
                            System::nanoTime)
                    .readingAhead(body -> new Thread(body).start());
            try (JournalPublisher publisher = new JournalPublisher(ports, PublisherSettings.of(TOPIC))) {
                while (publisher.status().publishedSeq() < events) {
                    publisher.pump();
                }
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
