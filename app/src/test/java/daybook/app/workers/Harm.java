package daybook.app.workers;

import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** What is done to a crew, its database and its broker, as a seed decides. Confined to the test's thread. */
final class Harm {
    private static final Duration AWAY = Duration.ofMillis(500);
    private static final int LEAST_MS = 500;
    private static final int MOST_MS = 2_500;
    private static final int TRIES = 40;

    private final Random random;
    private final Crew crew;
    private final PostgresServer database;
    private final Optional<TestBroker> broker;
    private final Duration frozen;
    private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
    private long nextNs = System.nanoTime();

    enum Kind {
        WORKER_KILLED,
        WORKER_FROZEN,
        DATABASE_KILLED,
        DATABASE_RESTARTED,
        BROKER_KILLED,
        BROKER_RESTARTED
    }

    /** @param frozen longer than the lease */
    Harm(Random random, Crew crew, PostgresServer database, Optional<TestBroker> broker, Duration frozen) {
        this.random = random;
        this.crew = crew;
        this.database = database;
        this.broker = broker;
        this.frozen = frozen;
    }

    /** One thing, if it is time for it. */
    void step() throws SQLException {
        if (System.nanoTime() - nextNs < 0) {
            return;
        }
        Kind kind = kind(random.nextInt(20));
        if (act(kind)) {
            done.merge(kind, 1, Integer::sum);
        }
        nextNs = System.nanoTime()
                + Duration.ofMillis(LEAST_MS + random.nextInt(MOST_MS)).toNanos();
    }

    /** How often what was done. */
    Map<Kind, Integer> done() {
        return done;
    }

    /** Whether each kind has been done often enough to mean something. */
    boolean isEnough() {
        return done(Kind.WORKER_KILLED) >= 10
                && done(Kind.WORKER_FROZEN) >= 4
                && done(Kind.DATABASE_KILLED) > 0
                && done(Kind.DATABASE_RESTARTED) > 0
                && (broker.isEmpty() || (done(Kind.BROKER_KILLED) > 0 && done(Kind.BROKER_RESTARTED) > 0));
    }

    private int done(Kind kind) {
        return done.getOrDefault(kind, 0);
    }

    private Kind kind(int chance) {
        if (chance >= 16) {
            boolean isKill = chance % 2 == 0;
            if (broker.isPresent() && chance >= 18) {
                return isKill ? Kind.BROKER_KILLED : Kind.BROKER_RESTARTED;
            }
            return isKill ? Kind.DATABASE_KILLED : Kind.DATABASE_RESTARTED;
        }
        return chance < 10 ? Kind.WORKER_KILLED : Kind.WORKER_FROZEN;
    }

    private boolean act(Kind kind) throws SQLException {
        return switch (kind) {
            case WORKER_KILLED -> crew.killOne(random);
            case WORKER_FROZEN -> crew.freezeOne(random, frozen);
            case DATABASE_KILLED -> {
                database.kill();
                yield databaseComesBack();
            }
            case DATABASE_RESTARTED -> {
                database.stop();
                yield databaseComesBack();
            }
            case BROKER_KILLED -> {
                broker.orElseThrow().kill();
                yield brokerComesBack();
            }
            case BROKER_RESTARTED -> {
                broker.orElseThrow().stop();
                yield brokerComesBack();
            }
        };
    }

    /** A session that was begun when the server was killed may keep its memory for a moment. */
    private boolean databaseComesBack() throws SQLException {
        LockSupport.parkNanos(AWAY.toNanos());
        for (int tries = 1; ; tries++) {
            try {
                database.restart();
                return true;
            } catch (SQLException refused) {
                if (tries == TRIES) {
                    throw refused;
                }
                LockSupport.parkNanos(100_000_000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private boolean brokerComesBack() {
        LockSupport.parkNanos(AWAY.toNanos());
        broker.orElseThrow().restart();
        return true;
    }
}
