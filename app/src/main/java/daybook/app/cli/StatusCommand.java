package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.heartbeat.Heartbeat;
import daybook.journal.FileDisk;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.util.Comparator;
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
        description = "How the venue is doing, and the processes of run ROLE wherever they are: those of the data "
                + "directory are asked, of others the last heartbeat counts (red when it is older than 45 s). "
                + "Exit 5 if nobody is there.",
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
        Place place = Place.of(console, common.store());
        RoleLinks roles = RoleLinks.of(place, console);
        if (roles.isEmpty()) {
            place.data().existing();
        }
        Map<String, Object> status =
                new LinkedHashMap<>(roles.exchange().orElseGet(() -> withoutTheExchange(place, roles)));
        if (!roles.rows().isEmpty()) {
            status.put("roles", roles.rows());
        }
        common.output().print(console, status);
        return (roles.anyAlive() ? ExitCode.OK : ExitCode.UNREACHABLE).code();
    }

    /** By its heartbeat, by its files, or not at all. */
    private static Map<String, Object> withoutTheExchange(Place place, RoleLinks roles) {
        Optional<Heartbeat> heard = roles.heartbeatsOf("exchange").stream().min(Comparator.comparing(Heartbeat::age));
        if (heard.isPresent() && (heard.get().isFresh() || !place.data().isVenue())) {
            return heard(heard.get());
        }
        return place.data().isVenue() ? stopped(place) : away();
    }

    private static Map<String, Object> heard(Heartbeat exchange) {
        Map<String, Object> status = exchange.toJson();
        status.put("enabled", exchange.report().reasons().stream().noneMatch(r -> r.contains("switched off")));
        status.put(
                "connected",
                exchange.isFresh()
                        && exchange.report().reasons().stream()
                                .noneMatch(reason -> reason.startsWith("publisher: not connected")));
        for (String figure : List.of("durableSeq", "publishedSeq", "lag", "errors")) {
            status.put(figure, exchange.report().counters().getOrDefault(figure, 0L));
        }
        return status;
    }

    private static Map<String, Object> away() {
        return Json.fields(
                "role", "exchange",
                "state", "amber",
                "reasons", List.of("exchange: not on this machine, and no heartbeat of it is known"));
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
