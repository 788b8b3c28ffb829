package daybook.delivery.jobs.log;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Reserved;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Mistakes with unique keys that a queue on a log can make, whoever hands its jobs out, and the check that notices them. */
public final class PlantedKeys {
    private PlantedKeys() {}

    /** All of them. */
    public static List<UnaryOperator<JobKeys>> all() {
        return List.of(Generous::new, Placeless::new, FreedByARetry::new, NeverFreed::new);
    }

    /** A key is its job's from the push to the end, over a retry, and for as long as it waits; then it is anybody's. */
    public static void keyIsTakenUntilTheEnd(JobQueue queue, Consumer<Duration> ageKeys) {
        assertThat(queue.push(keyed())).isPresent();
        assertThat(queue.push(keyed())).as("waits").isEmpty();
        ageKeys.accept(UniqueKeys.ABANDONED.plusSeconds(1));
        assertThat(queue.push(keyed())).as("waits for long").isEmpty();
        Reserved first = queue.reserve().orElseThrow();
        assertThat(queue.push(keyed())).as("runs").isEmpty();
        queue.release(first, Duration.ZERO, "once more");
        assertThat(queue.push(keyed())).as("waits for its retry").isEmpty();
        Reserved again = queue.reserve().orElseThrow();
        assertThat(again.job().id()).isEqualTo(first.job().id());

        queue.acknowledge(again);

        assertThat(queue.push(keyed())).as("done").isPresent();
    }

    private static NewJob keyed() {
        return new NewJob("keyed", "{}", Duration.ZERO, Optional.of("one"), 0);
    }

    /** Gives it to anybody. */
    private static final class Generous extends Forwarding {
        Generous(JobKeys real) {
            super(real);
        }

        @Override
        public boolean take(Connection connection, Job job, UniqueKeys.At start) {
            return true;
        }
    }

    /** Does not say where the record is: after a while it looks as if its push had died. */
    private static final class Placeless extends Forwarding {
        Placeless(JobKeys real) {
            super(real);
        }

        @Override
        public boolean place(Connection connection, Job job, UniqueKeys.At record) {
            return true;
        }
    }

    private static final class FreedByARetry extends Forwarding {
        private int places;

        FreedByARetry(JobKeys real) {
            super(real);
        }

        @Override
        public boolean place(Connection connection, Job job, UniqueKeys.At record) throws SQLException {
            if (++places > 1) {
                free(connection, job);
                return true;
            }
            return super.place(connection, job, record);
        }
    }

    /** Not by the end, and not because its record was passed. */
    private static final class NeverFreed extends Forwarding {
        NeverFreed(JobKeys real) {
            super(real);
        }

        @Override
        public boolean take(Connection connection, Job job, UniqueKeys.At start) throws SQLException {
            return holder(connection, job.uniqueKey().orElseThrow()).isEmpty() && super.take(connection, job, start);
        }

        @Override
        public void free(Connection connection, Job job) {}
    }

    /** For a list of what differs. */
    private abstract static class Forwarding implements JobKeys {
        private final JobKeys real;

        Forwarding(JobKeys real) {
            this.real = real;
        }

        @Override
        public boolean take(Connection connection, Job job, UniqueKeys.At start) throws SQLException {
            return real.take(connection, job, start);
        }

        @Override
        public boolean place(Connection connection, Job job, UniqueKeys.At record) throws SQLException {
            return real.place(connection, job, record);
        }

        @Override
        public void free(Connection connection, Job job) throws SQLException {
            real.free(connection, job);
        }

        @Override
        public boolean keep(Connection connection, Job job, UniqueKeys.At record) throws SQLException {
            return real.keep(connection, job, record);
        }

        @Override
        public Optional<String> holder(Connection connection, String key) throws SQLException {
            return real.holder(connection, key);
        }

        @Override
        public void freeBetween(Connection connection, int partition, long from, long to) throws SQLException {
            real.freeBetween(connection, partition, from, to);
        }
    }
}
