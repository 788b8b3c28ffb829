package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.KafkaServer;
import daybook.bench.workload.Workload;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/** A backlog in the journal, published to a real broker: what happens after an outage. */
public final class PublishingToKafka implements Contestant {
    private static final long REST_NS = 5_000_000;

    private final PublishedVenue venue;
    private final String topic;
    private int runs;

    /** @param topic that the first run writes to; each further one has its own */
    public PublishingToKafka(Workload workload, String topic) throws Exception {
        this.venue = PublishedVenue.write("kafka-publisher", workload);
        this.topic = topic;
    }

    @Override
    public String name() {
        return "Daybook publisher to Kafka";
    }

    public int events() {
        return Math.toIntExact(venue.events());
    }

    @Override
    public double run() throws Exception {
        String name = runs++ == 0 ? topic : topic + "-" + runs;
        Files.deleteIfExists(venue.home().directory().resolve(CheckpointFile.NAME));
        try (Log log = KafkaLog.open(KafkaLogSettings.of(System::nanoTime, KafkaServer.address()))) {
            log.createTopic(new TopicSpec(name, PublishedVenue.PARTITIONS, Retention.UNLIMITED));
            FileDisk disk = new FileDisk();
            PublisherPorts ports = new PublisherPorts(
                            new JournalEvents(disk, venue.home().journal(), venue::events),
                            log,
                            new CheckpointFile(disk, venue.home().directory(), PublishedVenue.VENUE),
                            InstantSource.system(),
                            System::nanoTime)
                    .readingAhead(body -> new Thread(body).start());
            long start = System.nanoTime();
            try (JournalPublisher publisher = new JournalPublisher(ports, PublisherSettings.of(name))) {
                while (publisher.status().publishedSeq() < venue.events()) {
                    if (publisher.pump() == 0) {
                        LockSupport.parkNanos(REST_NS); // as its thread does
                    }
                    if (publisher.status().errors() > 0) {
                        throw new IllegalStateException(publisher.status().lastError());
                    }
                }
            }
            return venue.events() / ((System.nanoTime() - start) / 1e9);
        }
    }
}
