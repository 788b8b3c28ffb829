package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.venue.VenueRole;
import daybook.journal.FileDisk;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How the venue is doing. */
@Command(
        name = "status",
        description =
                "How the venue is doing, and the processes of run ROLE. Exit 5 if none runs on the data directory.",
        footer = {"", "Examples:", "  daybook status", "  daybook status --json"})
final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.roles(console);
        Map<VenueRole, VenueLink> roles = RoleLinks.of(place);
        Optional<VenueLink> venue = place.running();
        Map<String, Object> status = venue.map(RoleLinks::status)
                .orElseGet(() -> place.data().isVenue() ? stopped(place) : new LinkedHashMap<>(away()));
        if (!roles.isEmpty()) {
            status.put(
                    "roles",
                    roles.values().stream().map(RoleLinks::status).distinct().toList());
        }
        common.output().print(console, status);
        return (venue.isPresent() || !roles.isEmpty() ? ExitCode.OK : ExitCode.UNREACHABLE).code();
    }

    /** The exchange is on another machine. */
    private static Map<String, Object> away() {
        return Json.fields("role", "exchange", "state", "amber", "reasons", List.of("exchange: not on this machine"));
    }

    private static Map<String, Object> stopped(Place place) {
        long durable = new JournalReading(place.data().root()).durableSeq();
        long published = CheckpointFile.read(new FileDisk(), place.data().root())
                .map(Checkpoint::line)
                .orElse(0L);
        return Json.fields(
                "role",
                "venue",
                "state",
                "red",
                "enabled",
                true,
                "durableSeq",
                durable,
                "publishedSeq",
                published,
                "lag",
                Math.max(0, durable - published),
                "connected",
                false,
                "errors",
                0,
                "reasons",
                List.of("venue: not running"));
    }
}
