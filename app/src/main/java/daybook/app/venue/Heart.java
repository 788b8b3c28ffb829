package daybook.app.venue;

import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.Heartbeats;
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

    /** What the processes of the venue said last; nothing where it is one process. To be closed. */
    static Heard heard(VenueSettings settings) {
        return settings.log().kafka().isEmpty()
                ? new Heard(Optional.empty())
                : new Heard(Optional.of(settings.databases().heartbeats(settings.data())));
    }

    /** Safe for many threads. */
    record Heard(Optional<Heartbeats> place) implements Supplier<List<Heartbeat>>, AutoCloseable {
        @Override
        public List<Heartbeat> get() {
            return place.map(Heartbeats::all).orElse(List.of());
        }

        @Override
        public void close() {
            place.ifPresent(Heartbeats::close);
        }
    }

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
