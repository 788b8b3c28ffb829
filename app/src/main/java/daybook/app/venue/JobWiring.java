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
     */
    record Carrier(Supplier<Log> connecting, Topics topics) {
        static Optional<Carrier> of(Logs logs, Topics topics) {
            return Optional.of(new Carrier(logs::connect, topics));
        }
    }
}
