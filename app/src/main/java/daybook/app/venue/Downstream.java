package daybook.app.venue;

import daybook.app.reports.Reports;
import daybook.delivery.ServiceStatus;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.exchange.pipeline.Exchange;
import daybook.journal.Disk;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.posttrade.ServicePorts;
import daybook.posttrade.board.Board;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.ChargeSchedule;
import daybook.posttrade.ledger.Ledger;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import daybook.publisher.PublisherStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything behind the durable line: log, publisher, capture, ledger and board, each service on its own thread. */
final class Downstream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Downstream.class);
    private static final Duration REST = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BOARD_EVERY = Duration.ofSeconds(1);
    private static final Duration KEEP_SENT = Duration.ofDays(1);
    private static final int BATCH = 2_000;

    private final Opened opened = new Opened();
    private final Topics topics;
    private final PostTrade postTrade;
    private final LongSupplier durableSeq;
    private final Consumer<Throwable> failed;
    private final EmbeddedLog log;
    private final JournalPublisher publisher;
    private final Capture capture;
    private final Ledger ledger;
    private final Board board;
    private final Map<String, PumpThread> threads = new LinkedHashMap<>();

    Downstream(VenueSettings settings, Exchange exchange, Disk disk, UUID venueId, Consumer<Throwable> failed) {
        DataDirectory data = settings.data();
        this.topics = new Topics(settings.topicPrefix());
        this.postTrade = new PostTrade(data);
        this.durableSeq = exchange::durableSeq;
        this.failed = failed;
        try {
            LogOwner.require(data, venueId);
            this.log = opened.add(openLog(disk, data));
            LogOwner.name(data, venueId);
            createTopics(log, topics);
            String events = topics.fullName(Topics.EXCHANGE_EVENTS);
            String fills = topics.fullName(Topics.FILLS);
            InstantSource clock = InstantSource.system();
            this.publisher = opened.add(new JournalPublisher(
                    new PublisherPorts(
                            new JournalEvents(disk, data.journal(), durableSeq),
                            log,
                            new CheckpointFile(disk, data.root(), venueId),
                            clock,
                            System::nanoTime),
                    PublisherSettings.of(events)));
            this.capture = opened.add(new Capture(
                    new ServicePorts(log, postTrade.captureDatabase(), clock, System::nanoTime),
                    new Capture.Settings(events, fills, ChargeSchedule.DEFAULT, BATCH, KEEP_SENT)));
            this.ledger = opened.add(new Ledger(
                    new ServicePorts(log, postTrade.ledgerDatabase(), clock, System::nanoTime), fills, BATCH));
            this.board = opened.add(
                    new Board(postTrade.boardDatabase(), postTrade.ledgerReader(), System::nanoTime, BOARD_EVERY));
        } catch (RuntimeException | Error refused) {
            opened.close();
            throw refused;
        }
    }

    /** Opens the log of a data directory for writing. */
    static EmbeddedLog openLog(Disk disk, DataDirectory data) {
        EmbeddedLogSettings.Sources sources =
                new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID);
        return EmbeddedLog.open(
                disk, data.log(), EmbeddedLogSettings.of(sources).withNotices(LOG::warn));
    }

    /** Creates every declared topic that is missing. */
    static void createTopics(Log log, Topics topics) {
        DeclaredTopics.specs(topics).forEach(log::createTopic);
    }

    void start() {
        start("publisher", publisher::pump);
        start("capture", capture::pump);
        start("ledger", ledger::pump);
        start("board", board::pump);
    }

    Log log() {
        return log;
    }

    Topics topics() {
        return topics;
    }

    Reports reports() {
        return postTrade.reports();
    }

    PostTrade postTrade() {
        return postTrade;
    }

    int enforceRetention() {
        return log.enforceRetention();
    }

    PublisherStatus publisherStatus() {
        return publisher.status();
    }

    /** By the names of the services. */
    Map<String, ServiceStatus> services() {
        Map<String, ServiceStatus> services = new LinkedHashMap<>();
        services.put("capture", capture.status());
        services.put("relay", capture.relayStatus());
        services.put("ledger", ledger.status());
        services.put("board", board.status());
        return services;
    }

    /** What keeps services from going on; empty if none is held up. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        services().forEach((name, service) -> {
            if (service.light() == ServiceStatus.Light.RED) {
                service.reasons().forEach(reason -> troubles.add(name + ": " + reason));
            }
        });
        return troubles;
    }

    /** Records that a group has still to read of a topic. */
    long lag(String group, Topic topic) {
        long lag = 0;
        for (int p = 0; p < topic.partitions(); p++) {
            TopicPartition place = new TopicPartition(topics.fullName(topic), p);
            OptionalLong committed = log.committed(group, place);
            lag += log.endOffset(place) - committed.orElse(log.startOffset(place));
        }
        return lag;
    }

    /** Waits until what is durable has reached the ledger, for so long at most; then ends the threads. */
    void drain(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!isDrained() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(REST.toNanos());
        }
        if (!isDrained()) {
            LOG.warn("stopped before everything was carried on; the next start does it");
        }
        threads.values().forEach(thread -> thread.stop(PATIENCE));
        board.pump();
    }

    @Override
    public void close() {
        threads.values().forEach(thread -> thread.stop(PATIENCE));
        opened.close();
    }

    private boolean isDrained() {
        return publisher.status().publishedSeq() >= durableSeq.getAsLong()
                && lag(Capture.NAME, Topics.EXCHANGE_EVENTS) == 0
                && postTrade.captureReader().counts().unsent() == 0
                && lag(Ledger.NAME, Topics.FILLS) == 0;
    }

    private void start(String name, PumpThread.Pump pump) {
        threads.put(name, new PumpThread(name, pump, REST, failed));
    }
}
