package daybook.app.venue;

import daybook.app.jobs.JobSettings;
import daybook.events.Topics;
import daybook.log.Log;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the jobs of a process are connected to, beside its databases.
 *
 * @param time of the venue, which its schedules follow: simulated, where the exchange is in this process and its time is
 * @param carrier what jobs go over if the driver needs a log; empty: there is none to be had
 */
record JobWiring(JobSettings settings, DataDirectory data, InstantSource time, Optional<Carrier> carrier) {

    /**
     * A log.
     *
     * @param connecting a connection for one more user
     * @param deployment before the names of its rows and locks: what tells it from others on the same log and database
     */
    record Carrier(Supplier<Log> connecting, Topics topics, String deployment) {
        private static final String NO_PREFIX = "/";

        static Optional<Carrier> of(Logs logs, Topics topics) {
            String deployment = topics.fullName("") + logs.prefixes();
            return Optional.of(new Carrier(logs::connect, topics, deployment.isEmpty() ? NO_PREFIX : deployment));
        }
    }
}
