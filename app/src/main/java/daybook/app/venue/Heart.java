package daybook.app.venue;

import daybook.app.heartbeat.Identity;
import daybook.app.heartbeat.Pacemaker;
import daybook.app.heartbeat.RoleReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The thread on which a process beats. */
final class Heart {
    private static final Duration REST = Duration.ofMillis(100);

    private Heart() {}

    /**
     * Starts it, on Kafka: only there can a venue be more than one process. Close it to end it; the heartbeats then go.
     *
     * @param failed told what ended it, if that was an error of ours
     */
    static Optional<PumpThread> start(
            VenueSettings settings, Identity process, Supplier<List<RoleReport>> roles, Consumer<Throwable> failed) {
        if (settings.log().kafka().isEmpty()) {
            return Optional.empty();
        }
        Pacemaker pacemaker =
                new Pacemaker(settings.databases().heartbeats(settings.data()), process, roles, System::nanoTime);
        return Optional.of(
                new PumpThread("heartbeat", new PumpThread.Stage(pacemaker::pump, pacemaker::close), REST, failed));
    }
}
