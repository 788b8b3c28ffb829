package daybook.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import daybook.delivery.Database;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.locks.LocalLocks;
import daybook.delivery.locks.LockStore;
import daybook.log.Log;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.kafka.KafkaLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Which beans there are, and what a wrong property says. */
class DaybookAutoConfigurationTest {
    @TempDir
    Path dir;

    private ApplicationContextRunner runner = new ApplicationContextRunner();

    @BeforeEach
    void configure() {
        runner = runner.withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        DaybookAutoConfiguration.class,
                        DaybookHealthAutoConfiguration.class,
                        DaybookMetricsAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:sqlite:" + dir.resolve("app.db")
                                + "?transaction_mode=IMMEDIATE&busy_timeout=10000",
                        "daybook.log.directory=" + dir.resolve("log"));
    }

    @Test
    void everythingIsThereAndGreen() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(TransactionalOutbox.class)
                    .hasSingleBean(Inboxes.class)
                    .hasSingleBean(OncePerJob.class)
                    .hasSingleBean(JobQueue.class)
                    .hasSingleBean(Broadcaster.class)
                    .hasSingleBean(Database.class)
                    .hasSingleBean(MeterBinder.class)
                    .hasBean("daybookOutboxRelay")
                    .doesNotHaveBean("daybookWorker"); // nobody handles jobs
            assertThat(context.getBean(LockStore.class).isShared()).isTrue();
            assertThat(context.getBean(Log.class)).isInstanceOf(EmbeddedLog.class);
            assertThat(health(context.getBean(HealthIndicator.class)).getStatus())
                    .isEqualTo(Status.UP);
        });
    }

    @Test
    void disabledThereIsNothing() {
        runner.withPropertyValues("daybook.enabled=false")
                .run(context -> assertThat(context.getBeanDefinitionNames())
                        .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("daybook")));
    }

    @Test
    void withoutADataSourceThereIsNothing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DaybookAutoConfiguration.class,
                        DaybookHealthAutoConfiguration.class,
                        DaybookMetricsAutoConfiguration.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Log.class)
                        .doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void actuatorAndMicrometerMayBeMissing() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(TransactionalOutbox.class));
    }

    @Test
    void theApplicationsOwnBeanIsTaken() {
        runner.withUserConfiguration(OwnLocks.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(LockStore.class)
                        .getBean(LockStore.class)
                        .isInstanceOf(LocalLocks.class));
    }

    @Test
    void metersCountWhatWaits() {
        runner.withPropertyValues("daybook.outbox.relay=false").run(context -> {
            MeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(registry);
            transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                context.getBean(TransactionalOutbox.class).add("orders.v1", "INFY", "{}");
                context.getBean(JobQueue.class).push(NewJob.of("confirm-order", "{}"));
            });

            assertThat(registry.get("daybook.outbox.waiting").gauge().value()).isEqualTo(1);
            assertThat(registry.get("daybook.jobs.due")
                            .tag("queue", "default")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(registry.get("daybook.light")
                            .tag("part", "broadcasts")
                            .gauge()
                            .value())
                    .isZero();
        });
    }

    @Test
    void aTopicThatIsMissingIsRed() {
        runner.run(context -> {
            transaction(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(
                            status -> context.getBean(TransactionalOutbox.class).add("nowhere.v1", "INFY", "{}"));

            HealthIndicator health = context.getBean(HealthIndicator.class);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> health(health).getStatus().equals(Status.DOWN));
            assertThat(health(health).getDetails())
                    .extractingByKey("outbox-relay")
                    .asString()
                    .contains("RED")
                    .contains("nowhere.v1");
        });
    }

    @Test
    void anEventIsClaimedByTheTransactionThatCommits() {
        runner.run(context -> {
            TransactionTemplate transaction = transaction(context.getBean(PlatformTransactionManager.class));
            Inboxes.TransactionalInbox inbox = context.getBean(Inboxes.class).of("billing");

            boolean undone = Boolean.TRUE.equals(transaction.execute(status -> {
                status.setRollbackOnly();
                return inbox.claim("x-1");
            }));
            boolean first = Boolean.TRUE.equals(transaction.execute(status -> inbox.claim("x-1")));
            boolean second = Boolean.TRUE.equals(transaction.execute(status -> inbox.claim("x-1")));

            assertThat(List.of(undone, first, second)).containsExactly(true, true, false);
        });
    }

    /** An outbox without a transaction would be a promise that nothing holds. */
    @Test
    void withoutATransactionTheOutboxRefusesAndAJobIsThereAtOnce() {
        runner.run(context -> {
            TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
            JobQueue jobs = context.getBean(JobQueue.class);

            assertThatThrownBy(() -> outbox.add("orders.v1", "INFY", "{}"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "outbox: no transaction (expected: a call within @Transactional on the application's DataSource)");
            Optional<String> id = jobs.push(NewJob.of("confirm-order", "{}"));
            assertThat(id).isPresent();
            assertThat(jobs.size().due()).isEqualTo(1);
        });
    }

    @Test
    void whatIsBroadcastIsOnTheTopic() {
        runner.run(context -> {
            context.getBean(Broadcaster.class).publish(List.of(new ChannelName("orders.alice")), "placed", "{}");

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> context.getBean(Broadcaster.class).counts().published() == 1);
        });
    }

    /** Nothing is connected to yet: an application starts without its brokers. */
    @Test
    void withBrokersTheLogIsKafka() {
        runner.withPropertyValues(
                        "daybook.kafka.brokers=127.0.0.1:1,127.0.0.1",
                        "daybook.kafka.topic.prefix=shop.",
                        "daybook.kafka.sasl.mechanism=scram-sha-512",
                        "daybook.kafka.username=shop",
                        "daybook.kafka.password=secret",
                        "daybook.kafka.replication.factor=3",
                        "daybook.kafka.client.linger.ms=5",
                        "daybook.kafka.timeout=1s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Log.class)).isInstanceOf(KafkaLog.class);
                    assertThat(context.getBean(DaybookProperties.class).toString())
                            .doesNotContain("secret");
                });
    }

    @Test
    void aSecondApplicationOnTheSameEmbeddedLogIsRefused() {
        runner.run(first -> runner.run(second -> assertThat(second)
                .getFailure()
                .hasStackTraceContaining("daybook.log.directory: " + dir.resolve("log")
                        + ": another process has it open (expected: one at a time)")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            daybook.jobs.slots=0 ; daybook.jobs.slots: 0 (expected: 1..256)
            daybook.jobs.lease=10ms ; daybook.jobs.lease: 10 ms (expected: 1 s to 1 day)
            daybook.log.topics=orders.v1 ; daybook.log.topics: orders.v1 (expected: NAME:PARTITIONS, 1 to 1000 of them, with commas between topics)
            daybook.kafka.compression=brotli ; daybook.kafka.compression: brotli (expected: none|gzip|snappy|lz4|zstd)
            daybook.kafka.brokers=localhost:0 ; daybook.kafka: brokers: localhost:0 (expected: host:port, port 1..65535)
            daybook.kafka.username=alice ; daybook.kafka: username, password and sasl.mechanism not all set (expected: all three or none)
            spring.datasource.url=jdbc:sqlite: ; spring.datasource.url: SQLite in memory (expected: jdbc:sqlite:FILE, which the relay and the worker can open, too)
            """)
    void aWrongPropertyIsOneLine(String property, String line) {
        runner.withPropertyValues(property).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis =
                    new PropertyFailureAnalyzer().analyze(requireNonNull(context.getStartupFailure()));
            assertThat(requireNonNull(analysis).getDescription()).isEqualTo(line);
        });
    }

    @Test
    void aMisspeltPropertyStopsTheStart() {
        runner.withPropertyValues("daybook.jbos.slots=3")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("daybook.jbos.slots"));
    }

    private static Health health(HealthIndicator indicator) {
        return requireNonNull(indicator.health());
    }

    private static TransactionTemplate transaction(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLocks {
        @Bean
        LockStore ownLocks() {
            return new LocalLocks(System::nanoTime);
        }
    }
}
