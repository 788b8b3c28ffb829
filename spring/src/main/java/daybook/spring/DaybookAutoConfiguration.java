package daybook.spring;

import daybook.delivery.Mirror;
import daybook.delivery.OutboxRelay;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.WorkerSettings;
import daybook.delivery.locks.LockStore;
import daybook.delivery.locks.SqlLocks;
import daybook.log.Log;
import daybook.log.embedded.EmbeddedLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/**
 * The beans. Each can be replaced by one of the application's own; {@code daybook.enabled=false} leaves all of them out. Our tables are made
 * after the application's own are ({@code schema.sql}, Flyway, Liquibase), so that a first migration of the application finds an empty
 * database.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnBooleanProperty(name = "daybook.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DaybookProperties.class)
public class DaybookAutoConfiguration {
    private static final String RELAY = "daybookOutboxRelay";
    private static final String MIRROR = "daybookMirror";
    private static final Duration REST = Duration.ofMillis(100);
    private static final Duration WORKER_REST = Duration.ofMillis(50);

    /** Names this start of this process among all that ever were. */
    record Owner(String name) {
        static Owner ofThisStart() {
            return new Owner(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
        }
    }

    @Bean
    Owner daybookOwner() {
        return Owner.ofThisStart();
    }

    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    ApplicationDatabase daybookDatabase(
            DataSource source, DaybookProperties properties, ObjectProvider<JdbcConnectionDetails> details) {
        return ApplicationDatabase.open(
                source, new BackgroundAddress(properties.database(), Optional.ofNullable(details.getIfUnique())));
    }

    /** Behind the migrations: whoever has it has the tables. */
    @Bean
    Joined daybookJoined(DataSource source, ApplicationDatabase migrated) {
        return new Joined(source, migrated);
    }

    @Bean
    @ConditionalOnMissingBean
    Log daybookLog(DaybookProperties properties) {
        return Logs.open(properties);
    }

    /** Rung by the outbox, heard by the relay, which may be in another process. */
    @Bean
    Bell daybookBell() {
        return new Bell();
    }

    @Bean
    @ConditionalOnMissingBean
    TransactionalOutbox daybookOutbox(Joined joined, Bell bell) {
        return new TransactionalOutbox(joined, InstantSource.system(), bell::ring);
    }

    @Bean(RELAY)
    @ConditionalOnMissingBean(name = RELAY)
    @ConditionalOnBooleanProperty(name = "daybook.outbox.relay", matchIfMissing = true)
    PumpLifecycle daybookOutboxRelay(
            DaybookProperties properties, ApplicationDatabase database, Log log, Owner owner, Bell bell) {
        DaybookProperties.Relay relay = properties.outbox();
        OutboxRelay.Options options = new OutboxRelay.Options(properties.service(), relay.batch(), relay.keepSent());
        PumpLifecycle lifecycle = new PumpLifecycle(
                new PumpLifecycle.Terms("outbox-relay", PumpLifecycle.RELAY_PHASE, REST, properties.drain()),
                () -> new RelayPart(database, log, options, owner.name()));
        bell.wakes(lifecycle);
        return lifecycle;
    }

    @Bean
    @ConditionalOnMissingBean
    Inboxes daybookInboxes(Joined joined) {
        return new Inboxes(joined, InstantSource.system());
    }

    @Bean
    @ConditionalOnMissingBean
    OncePerJob daybookOncePerJob(Joined joined) {
        return new OncePerJob(joined);
    }

    @Bean
    @ConditionalOnMissingBean
    LockStore daybookLocks(ApplicationDatabase database, Owner owner) {
        return new SqlLocks(database, owner.name());
    }

    @Bean
    QueueOpening daybookQueueOpening(DaybookProperties properties, ApplicationDatabase database, Owner owner) {
        return new QueueOpening(database, properties.jobs().lease(), owner.name());
    }

    @Bean
    @ConditionalOnMissingBean(JobQueue.class)
    TransactionalJobQueue daybookJobQueue(DaybookProperties properties, Joined joined, QueueOpening opening) {
        return new TransactionalJobQueue(
                joined, opening::open, properties.jobs().queues().get(0));
    }

    @Bean
    @ConditionalOnBean(JobHandler.class)
    @ConditionalOnMissingBean(name = "daybookWorker")
    @ConditionalOnBooleanProperty(name = "daybook.jobs.worker", matchIfMissing = true)
    PumpLifecycle daybookWorker(
            DaybookProperties properties,
            ObjectProvider<JobHandler> handlers,
            ApplicationDatabase database,
            QueueOpening opening,
            Owner owner) {
        DaybookProperties.Jobs jobs = properties.jobs();
        WorkerSettings settings =
                new WorkerSettings(jobs.queues(), jobs.slots(), jobs.lease(), properties.drain(), 0, false);
        Bell bell = new Bell();
        PumpLifecycle lifecycle = new PumpLifecycle(
                new PumpLifecycle.Terms(
                        "worker",
                        PumpLifecycle.WORKER_PHASE,
                        WORKER_REST,
                        properties.drain().plus(WorkerSettings.GRACE)),
                () -> new WorkerPart(
                        handlers.orderedStream().toList(),
                        settings,
                        new WorkerPart.Outside(database, opening, bell::ring, owner.name())));
        bell.wakes(lifecycle);
        return lifecycle;
    }

    /** What waits to be broadcast. Its lifecycle closes its connection to the log. */
    @Bean(destroyMethod = "")
    Mirror daybookBroadcastMirror(DaybookProperties properties, Log log, Owner owner) {
        return new Mirror(
                log, "broadcast-" + owner.name(), properties.broadcast().capacity(), System::nanoTime);
    }

    @Bean
    @ConditionalOnMissingBean
    Broadcaster daybookBroadcaster(DaybookProperties properties, Mirror mirror, Owner owner) {
        return new Broadcaster(mirror, properties.broadcast().topic(), owner.name(), InstantSource.system());
    }

    @Bean(MIRROR)
    PumpLifecycle daybookMirror(DaybookProperties properties, Mirror mirror, Log log) {
        Runnable upkeep = log instanceof EmbeddedLog embedded ? embedded::enforceRetention : () -> {};
        return new PumpLifecycle(
                new PumpLifecycle.Terms("broadcasts", PumpLifecycle.RELAY_PHASE, REST, properties.drain()),
                () -> new MirrorPart(mirror, upkeep));
    }

    /** Wakes a lifecycle that is made later than who rings. */
    static final class Bell {
        private final AtomicReference<PumpLifecycle> hearer = new AtomicReference<>();

        void wakes(PumpLifecycle lifecycle) {
            hearer.set(lifecycle);
        }

        void ring() {
            PumpLifecycle lifecycle = hearer.get();
            if (lifecycle != null) {
                lifecycle.wake();
            }
        }
    }
}
