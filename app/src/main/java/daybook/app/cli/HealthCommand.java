package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.venue.VenueRole;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One role's health, for scripts and container checks. */
@Command(
        name = "health",
        description =
                "Exit 0 if a role is well, 1 if it is not, 5 if nothing is known of it. A process of the data directory is "
                        + "asked; of one elsewhere the last heartbeat counts, for 45 s.",
        footer = {"", "Examples:", "  daybook health exchange", "  daybook health ledger --json"})
final class HealthCommand implements Callable<Integer> {
    private static final List<String> ROLES = Stream.concat(
                    Stream.of("venue", "publisher"),
                    Arrays.stream(VenueRole.values()).map(VenueRole::text))
            .toList();

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "ROLE", description = "venue, publisher, or a role as daybook run has it.")
    private String role = "";

    HealthCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!ROLES.contains(role)) {
            throw new Failure(ExitCode.NOT_FOUND, "ROLE: " + role + " (expected: " + String.join("|", ROLES) + ")");
        }
        Place place = Place.of(console, common.store());
        RoleLinks links = RoleLinks.of(place, console);
        if (links.isEmpty()) {
            place.data().existing();
        }
        List<Object> reasons = reasons(links)
                .orElseThrow(() -> new Failure(
                        ExitCode.UNREACHABLE, place.data().root() + ": no process of " + role + " answers"));
        boolean well = reasons.isEmpty();
        common.output().print(console, Json.fields("role", role, "healthy", well, "reasons", reasons));
        return (well ? ExitCode.OK : ExitCode.FAILURE).code();
    }

    /** Why it is not well, as its process says here, or as its heartbeat says elsewhere; empty if nothing is known of it. */
    private Optional<List<Object>> reasons(RoleLinks links) {
        String process = role.equals("publisher") ? "exchange" : role;
        Optional<List<Object>> here = (role.equals("venue") ? links.exchange() : links.answering(process))
                .map(status -> Json.array(status.getOrDefault("reasons", List.of())).stream()
                        .filter(this::isAboutIt)
                        .toList());
        return here.or(() -> elsewhere(links.heartbeatsOf(role.equals("venue") ? "exchange" : process)));
    }

    /** One that is well is enough: of two, one stands by. */
    private Optional<List<Object>> elsewhere(List<Heartbeat> heartbeats) {
        return heartbeats.stream().map(this::reasons).min(Comparator.comparing(List::size));
    }

    private List<Object> reasons(Heartbeat heartbeat) {
        return heartbeat.reasons().stream()
                .filter(reason -> !heartbeat.isFresh() || isAboutIt(reason))
                .<Object>map(reason -> reason)
                .toList();
    }

    private boolean isAboutIt(Object reason) {
        return role.equals("venue") || reason.toString().startsWith(role + ":");
    }
}
