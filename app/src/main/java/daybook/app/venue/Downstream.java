package daybook.app.venue;

import daybook.app.dlq.DeadLetterBox;
import daybook.app.gateway.InProcessVenue;
import daybook.app.gateway.VenueTerms;
import daybook.app.heartbeat.RoleReport;
import daybook.app.http.MarketDesk;
import daybook.app.jobs.JobDesk;
import daybook.app.jobs.JobSettings;
import daybook.app.reports.Reports;
import daybook.app.strategies.StrategyDesk;
import daybook.delivery.ServiceStatus;
import daybook.events.Topics;
import daybook.exchange.pipeline.Exchange;
import daybook.journal.Disk;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.posttrade.market.BarKey;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.MarketView;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import daybook.publisher.PublisherStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything behind the durable line in the exchange's process: log, publisher, and the services that run here too. */
final class Downstream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Downstream.class);
    private static final Duration REST = Duration.ofMillis(5);

    private final Opened opened = new Opened();
    private final Topics topics;
    private final PostTrade postTrade;
    private final DeadLetterBox letters;
    private final LongSupplier durableSeq;
    private final Consumer<Throwable> failed;
    private final boolean publishes;
    private final LongSupplier settledMicros;
    private final StrategySettings strategySettings;
    private final Logs logs;
    private final Log log;
    private final JournalPublisher publisher;
    private final Once publisherClose;
    private final Services services;
    private Optional<PumpThread> publisherThread = Optional.empty();

    /**
     * The exchange, and what its process knows beside it.
     *
     * @param disk of the journal
     * @param settledMicros a venue time before which every command has been decided
     * @param time of the venue
     */
    record Upstream(Exchange exchange, Disk disk, UUID venueId, LongSupplier settledMicros, InstantSource time) {}

    Downstream(VenueSettings settings, Upstream upstream, Consumer<Throwable> failed) {
        Exchange exchange = upstream.exchange();
        Disk disk = upstream.disk();
        UUID venueId = upstream.venueId();
        this.settledMicros = () -> {
            long settled = upstream.settledMicros().getAsLong();
            return exchange.isAllDurable() ? settled : Long.MIN_VALUE; // what waits for the disk was before it
        };
        DataDirectory data = settings.data();
        this.topics = settings.topics();
        this.postTrade = opened.add(new PostTrade(data, settings.databases()));
        this.letters = postTrade.deadLetters(settings.letters());
        this.durableSeq = exchange::durableSeq;
        this.failed = failed;
        this.publishes = settings.log().publishes();
        this.strategySettings = settings.strategies();
        try {
            this.logs = opened.add(
                    settings.log().kafka().map(Logs::onKafka).orElseGet(() -> Logs.embedded(disk, data, venueId)));
            this.log = logs.connect();
            if (settings.log().kafka().isEmpty()) {
                createTopics(log, topics);
                if (settings.jobs().driver() != JobSettings.Driver.DATABASE) {
                    createJobTopics(settings.jobs());
                }
            }
            this.publisher = new JournalPublisher(
                    new PublisherPorts(
                                    new JournalEvents(disk, data.journal(), durableSeq),
                                    logs.connect(),
                                    new CheckpointFile(disk, data.root(), venueId),
                                    InstantSource.system(),
                                    System::nanoTime)
                            .readingAhead(DaemonThreads.named("publisher-ahead")),
                    PublisherSettings.of(topics.fullName(Topics.EXCHANGE_EVENTS))
                            .publishing(publishes));
            this.publisherClose = opened.add(new Once(publisher));
            StrategyWiring strategies = new StrategyWiring(
                    settings.strategies(),
                    () -> settings.strategies()
                            .venues(new InProcessVenue(VenueTerms.of(BarKey.OWN_VENUE), exchange, exchange)),
                    settledMicros,
                    durableSeq);
            Wiring wiring = new Wiring(
                    logs,
                    topics,
                    postTrade,
                    data.journal(),
                    LeaseOwner.of(data, "venue"),
                    failed,
                    strategies,
                    new JobWiring(settings.jobs(), data, upstream.time(), JobWiring.Carrier.of(logs, topics)));
            this.services = opened.add(new Services(settings.roles(), wiring));
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

    /** Those of declared queues that are not in the table. */
    private void createJobTopics(JobSettings jobs) {
        for (String queue : jobs.queues()) {
            log.createTopic(DeclaredTopics.spec(topics, Topics.jobs(queue)));
            log.createTopic(DeclaredTopics.spec(topics, Topics.failedJobs(queue)));
        }
    }

    void start() {
        publisherThread = Optional.of(opened.add(new PumpThread(
                "publisher", new PumpThread.Stage(publisher::pump, publisherClose::close), REST, failed)));
        services.start();
    }

    /** For questions about the log: nobody else's connection. */
    Log log() {
        return log;
    }

    Topics topics() {
        return topics;
    }

    /** For one more user of the log. */
    Logs logs() {
        return logs;
    }

    /** The rows of the leaderboard as JSON; empty if the database does not answer. */
    Optional<String> leaderboard() {
        return Live.leaderboard(postTrade.reports());
    }

    Reports reports() {
        return postTrade.reports();
    }

    DeadLetterBox deadLetters() {
        return letters;
    }

    PostTrade postTrade() {
        return postTrade;
    }

    /** Strategies for people; close it. */
    StrategyDesk strategies() {
        return StrategyDesks.of(postTrade, strategySettings.shards(), topics);
    }

    /** Jobs for people; close it. */
    JobDesk jobs() {
        return services.jobs();
    }

    MarketFeed view() {
        return services.view().orElseThrow();
    }

    /** What this process knows of the market. */
    MarketDesk market() {
        MarketView view = services.view().orElseThrow();
        return new MarketDesk(view, postTrade.marketReader(), () -> {
            long settled = settledMicros.getAsLong();
            return view.seq() >= durableSeq.getAsLong() ? settled : Long.MIN_VALUE;
        });
    }

    /** Nothing of them is sent to the exchange any more. */
    void stopStrategies() {
        services.stopStrategies();
    }

    int enforceRetention() {
        return logs.enforceRetention();
    }

    PublisherStatus publisherStatus() {
        return publisher.status();
    }

    /** By the names of the services. */
    Map<String, ServiceStatus> services() {
        return services.status();
    }

    /** What each of them has not applied. */
    Map<String, ServiceVoice.Aside> aside() {
        return services.aside();
    }

    /** How each of them is, for the heartbeats. */
    List<RoleReport> reportsOfServices() {
        return services.reports();
    }

    RebuildDesk rebuildDesk() {
        return services.rebuildDesk();
    }

    boolean hasLedger() {
        return services.hasLedger();
    }

    /** What keeps services from going on; empty if none is held up. */
    List<String> troubles() {
        return services.troubles();
    }

    /** Waits until what is durable has been carried on as far as it is done here, for so long at most. */
    void drain(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        boolean drained = isDrained();
        while (!drained && logAnswers() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(REST.toNanos());
            drained = isDrained();
        }
        if (!drained) {
            LOG.warn("stopped before everything was carried on; the next start does it");
        }
    }

    /** Who stops during an outage does not wait for its end. */
    private boolean logAnswers() {
        PublisherStatus status = publisher.status();
        return !publishes || status.connected() || status.errors() == 0;
    }

    @Override
    public void close() {
        publisherThread.ifPresent(PumpThread::ask);
        opened.close();
    }

    /** A log that does not answer has not heard everything. */
    private boolean isDrained() {
        if (!logAnswers()) {
            return false;
        }
        try {
            boolean published = !publishes || publisher.status().publishedSeq() >= durableSeq.getAsLong();
            return published && services.isDrained(log);
        } catch (LogException silent) {
            return false;
        }
    }
}
