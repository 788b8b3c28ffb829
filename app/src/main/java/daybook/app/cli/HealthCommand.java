package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.venue.VenueRole;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One role's health, for scripts and container checks. */
@Command(
        name = "health",
        description = "Exit 0 if a role is well, 1 if it is not, 5 if nobody answers.",
        footer = {"", "Examples:", "  daybook health exchange", "  daybook health ledger --json"})
final class HealthCommand implements Callable<Integer> {
    private static final List<String> ROLES =
            List.of("venue", "exchange", "publisher", "capture", "ledger", "board", "audit", "web");

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "ROLE", description = "venue, exchange, publisher, capture, ledger, board, audit or web.")
    private String role = "";

    HealthCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!ROLES.contains(role)) {
            throw new Failure(ExitCode.NOT_FOUND, "ROLE: " + role + " (expected: " + String.join("|", ROLES) + ")");
        }
        Place place = common.roles(console);
        Map<String, Object> status = VenueRole.of(role)
                .flatMap(place::running)
                .or(place::running)
                .map(RoleLinks::status)
                .filter(this::speaksForIt)
                .orElseThrow(() -> new Failure(
                        ExitCode.UNREACHABLE, place.data().root() + ": no process of " + role + " answers"));
        List<Object> reasons = Json.array(status.getOrDefault("reasons", List.of())).stream()
                .filter(reason -> role.equals("venue") || reason.toString().startsWith(role + ":"))
                .toList();
        boolean well = reasons.isEmpty();
        common.output().print(console, Json.fields("role", role, "healthy", well, "reasons", reasons));
        return (well ? ExitCode.OK : ExitCode.FAILURE).code();
    }

    /** A process says which roles it is; the publisher is part of the exchange's. */
    private boolean speaksForIt(Map<String, Object> status) {
        List<String> roles = List.of(String.valueOf(status.get("role")).split(","));
        return role.equals("venue")
                || roles.contains("venue") && !role.equals("audit") && !role.equals("web")
                || roles.contains(role.equals("publisher") ? "exchange" : role);
    }
}
