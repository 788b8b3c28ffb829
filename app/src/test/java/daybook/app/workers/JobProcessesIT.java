package daybook.app.workers;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.jobs.JobSettings.Driver;
import daybook.app.kafka.KafkaTool;
import daybook.app.kafka.TestBroker;
import daybook.app.workers.WorkerPlan.Bug;
import daybook.delivery.Database;
import daybook.delivery.PostgresServer;
import daybook.delivery.jobs.JobDatabase;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Issue 7: jobs done by processes that are killed with -9, frozen for longer than the lease and woken up, whose database is killed and
 * restarted, and whose broker is, in an order that a seed decides.
 *
 * <p>Goal: each job that a push returned is done or given up, its effect is there once, and it was not begun more often than it may be.
 * Method: {@link Evidence} from tables and topics, read by plain SQL and Kafka's own clients; {@code -Ddaybook.jobs} changes how many.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class JobProcessesIT {
    private static final long SEED = Long.getLong("daybook.seed", 20261130);
    private static final int CREW = 4;
    private static final int SPECIAL = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration ROUND = Duration.ofMillis(100);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void eachJobEndsAndHasItsEffectOnceWhateverDies(Driver driver) throws Exception {
        try (Site site = new Site(driver, Bug.NONE)) {
            Pusher pusher = Pusher.mixed(site.plan, jobs(driver), SPECIAL);
            Thread pushing = new Thread(pusher, "pusher");
            long beganNs = System.nanoTime();
            pushing.start();
            try (Crew crew = new Crew(site.plan, CREW, folder.resolve("workers.err"))) {
                Harm harm = new Harm(new Random(SEED), crew, site.database, site.broker, site.frozen());
                long endNs = beganNs + PATIENCE.toNanos();
                while (pushing.isAlive() || site.waits.number() > jobs(driver) / 50 || !harm.isEnough()) {
                    crew.keepUp();
                    harm.step();
                    rest(endNs, site);
                }
                crew.thawAll();
                while (site.waits.number() > 0) {
                    crew.keepUp();
                    rest(endNs, site);
                }
                Evidence found = site.evidences.read(pusher.pushed());
                tell(driver, pusher, crew, harm, found, site, System.nanoTime() - beganNs);
                assertThat(found.complaints().stream().limit(20))
                        .as("seed " + SEED)
                        .isEmpty();
                assertThat(found.pushed()).hasSizeGreaterThanOrEqualTo(jobs(driver));
                if (driver == Driver.LOG) {
                    showsNoLag(site);
                }
            }
        }
    }

    /** R9: as many as there are partitions, and whoever is one too many waits. */
    @Test
    void sixPartitionsAreSixInFlightWhoeverElseIsThere() throws Exception {
        try (Site site = new Site(Driver.LOG, 1, Bug.NONE);
                Crew crew = new Crew(site.plan, 7, folder.resolve("workers.err"))) {
            crew.keepUp();
            Pusher pusher = new Pusher(site.plan, 200, number -> Chore.SLOW);
            pusher.run();
            long endNs = System.nanoTime() + PATIENCE.toNanos();
            while (site.waits.number() > 0) {
                rest(endNs, site);
            }
            Evidence found = site.evidences.read(pusher.pushed());
            assertThat(found.complaints()).isEmpty();
            assertThat(found.mostAtOnce()).isEqualTo(6);
            showsNoLag(site);
        }
    }

    private static void showsNoLag(Site site) {
        KafkaTool.Said groups =
                KafkaTool.run(site.plan.brokers(), KafkaTool.CONSUMER_GROUPS, "--describe", "--group", Waits.GROUP);
        assertThat(KafkaTool.rows(groups.out(), Waits.GROUP, WorkerPlan.TOPIC))
                .as(groups.toString())
                .hasSize(6)
                .allMatch(row -> row[3].equals(row[4]) && row[5].equals("0"), "at the end, lag 0");
    }

    private static int jobs(Driver driver) {
        int usual = switch (driver) {
            case DATABASE -> 100_000;
            case LOG -> 20_000;
            // What a killed worker had out comes back after the group's lock of it, and not before.
            case SHARE -> 1_000;
        };
        return Integer.getInteger("daybook.jobs", usual);
    }

    private static void rest(long endNs, Site site) {
        assertThat(System.nanoTime() - endNs)
                .as(() -> "time is over: " + site.waits)
                .isNegative();
        LockSupport.parkNanos(ROUND.toNanos());
    }

    private static void tell(Driver driver, Pusher pusher, Crew crew, Harm harm, Evidence found, Site site, long tookNs)
            throws SQLException {
        Set<String> both = new HashSet<>(found.withEffect());
        both.retainAll(found.givenUp());
        System.out.printf(
                "%s, seed %d: %d jobs in %d s by %d processes, %s; %d begun, %d with their effect, %d given up (%d of them"
                        + " with it), %d late effects refused, %d pushes without an answer, %d jobs twice on the log,"
                        + " at most %d at once%n",
                driver.text(),
                SEED,
                pusher.pushed().size(),
                tookNs / 1_000_000_000,
                crew.started(),
                harm.done(),
                found.begun().size(),
                found.withEffect().size(),
                found.givenUp().size(),
                both.size(),
                site.evidences.number("SELECT COUNT(*) FROM chores.refused"),
                pusher.unanswered(),
                found.copies().size(),
                found.mostAtOnce());
    }

    /** The same checker, and a guard that lets everything through: it must complain. */
    @Test
    void aGuardThatSaysYesToEverythingIsFound() throws Exception {
        try (Site site = new Site(Driver.DATABASE, Bug.GUARD_SAYS_YES)) {
            Pusher pusher = Pusher.mixed(site.plan, 30, 3);
            pusher.run();
            try (Crew crew = new Crew(site.plan, 1, folder.resolve("workers.err"))) {
                long endNs = System.nanoTime() + PATIENCE.toNanos();
                while (site.waits.number() > 0) {
                    crew.keepUp();
                    rest(endNs, site);
                }
            }
            assertThat(site.evidences.read(pusher.pushed()).complaints())
                    .anyMatch(wrong -> wrong.endsWith("its effect is there 2 times"));
        }
    }

    /** A database, a broker where the driver needs one, and the tables and topics. */
    private static final class Site implements AutoCloseable {
        /** A member of a share group that was killed keeps its partitions until its session ends: 45 s otherwise. */
        private static final Map<String, String> SOON_FORGOTTEN =
                Map.of("group.share.min.session.timeout.ms", "1000", "group.share.session.timeout.ms", "3000");

        final PostgresServer database;
        final Optional<TestBroker> broker;
        final WorkerPlan plan;
        final Evidences evidences;
        final Waits waits;

        Site(Driver driver, Bug bug) throws SQLException {
            this(driver, driver == Driver.LOG ? 2 : 3, bug);
        }

        Site(Driver driver, int slots, Bug bug) throws SQLException {
            this.database = PostgresServer.start();
            this.broker = driver == Driver.DATABASE ? Optional.empty() : Optional.of(TestBroker.start(SOON_FORGOTTEN));
            this.plan = new WorkerPlan(
                    driver,
                    database.url(),
                    broker.map(TestBroker::address).orElse(""),
                    Duration.ofSeconds(driver == Driver.DATABASE ? 3 : 6),
                    slots,
                    bug);
            this.evidences = new Evidences(plan);
            this.waits = new Waits(plan, evidences);
            database.execute(ChoreBook.TABLES);
            try (Database jobs = plan.jobs();
                    Database service = plan.service()) {
                JobDatabase.migrate(jobs);
                JobDatabase.migrateEffects(service);
            }
            if (broker.isPresent()) {
                try (Log log = plan.log()) {
                    log.createTopic(new TopicSpec(WorkerPlan.TOPIC, 6, Retention.days(7)));
                    log.createTopic(new TopicSpec(WorkerPlan.TOPIC + ".failed", 1, Retention.days(30)));
                }
            }
        }

        /** Longer than the lease. */
        Duration frozen() {
            return plan.lease().plusSeconds(2);
        }

        @Override
        public void close() {
            waits.close();
            broker.ifPresent(TestBroker::close);
            database.close();
        }
    }
}
