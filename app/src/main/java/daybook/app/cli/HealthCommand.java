package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
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
    private static final List<String> ROLES = List.of("venue", "exchange", "publisher", "capture", "ledger", "board");

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "ROLE", description = "venue, exchange, publisher, capture, ledger or board.")
    private String role = "";

    HealthCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!ROLES.contains(role)) {
            throw new Failure(ExitCode.NOT_FOUND, "ROLE: " + role + " (expected: " + String.join("|", ROLES) + ")");
        }
        Place place = common.existing(console);
        VenueLink venue = place.running()
                .orElseThrow(
                        () -> new Failure(ExitCode.UNREACHABLE, place.data().root() + ": no venue answers"));
        Map<String, Object> status = Json.object(venue.get("/api/v1/ops/status"));
        List<Object> reasons = Json.array(status.getOrDefault("reasons", List.of())).stream()
                .filter(reason -> role.equals("venue") || reason.toString().startsWith(role + ":"))
                .toList();
        boolean well = reasons.isEmpty();
        common.output().print(console, Json.fields("role", role, "healthy", well, "reasons", reasons));
        return (well ? ExitCode.OK : ExitCode.FAILURE).code();
    }
}
