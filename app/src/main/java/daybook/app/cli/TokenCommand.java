package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Durations;
import daybook.app.security.Role;
import daybook.app.security.TokenStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** API tokens. A running venue is asked to change them; otherwise the file is changed under the lock. */
@Command(
        name = "token",
        description = "API tokens: one role each, bound to an account, kept as hashes.",
        subcommands = {TokenCommand.Create.class, TokenCommand.ListAll.class, TokenCommand.Revoke.class},
        footer = {"", "Examples:", "  daybook token create --role trader --account alice --expires 30d"})
final class TokenCommand {
    /** Makes a token. */
    @Command(
            name = "create",
            description = "Make a token and print it, once.",
            footer = {
                "",
                "Examples:",
                "  daybook token create --role trader --account alice --expires 30d",
                "  daybook token create --role viewer --json"
            })
    static final class Create implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--role", required = true, paramLabel = "ROLE", description = "viewer, trader or operator.")
        private String role = "";

        @Option(names = "--account", paramLabel = "A", description = "The account it trades for.")
        private String account = "";

        @Option(names = "--expires", paramLabel = "D", description = "Lifetime, like 30d (default: for ever).")
        private @Nullable String expires;

        Create(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Role wanted = Role.of(role)
                    .orElseThrow(() ->
                            new Failure(ExitCode.USAGE, "--role: " + role + " (expected: viewer|trader|operator)"));
            if (wanted == Role.TRADER && account.isEmpty()) {
                throw new Failure(
                        ExitCode.USAGE, "--account: missing (expected: the account that the trader trades for)");
            }
            Optional<Instant> end = Optional.ofNullable(expires).map(Create::end);
            Map<String, Object> issued = VenueAccess.ask(common.existing(console), venue -> ask(venue, end));
            common.output().print(console, issued);
            return ExitCode.OK.code();
        }

        private Map<String, Object> ask(VenueLink venue, Optional<Instant> end) {
            Map<String, Object> body = Json.fields("role", role);
            if (!account.isEmpty()) {
                body.put("account", account);
            }
            end.ifPresent(at -> body.put("expires", at.toString()));
            return venue.post("/api/v1/tokens", body);
        }

        private static Instant end(String lifetime) {
            return Instant.now()
                    .plus(Durations.parse(lifetime)
                            .orElseThrow(() -> new Failure(
                                    ExitCode.USAGE, "--expires: " + lifetime + " (expected: a duration like 30d)")));
        }
    }

    /** Lists the tokens. */
    @Command(
            name = "list",
            description = "List the tokens, without their secrets.",
            footer = {"", "Examples:", "  daybook token list --json"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.existing(console);
            List<Map<String, Object>> rows =
                    tokens(place).list().stream().map(TokenCommand::row).toList();
            common.output().print(console, rows);
            return ExitCode.OK.code();
        }
    }

    /** Ends a token. */
    @Command(
            name = "revoke",
            description = "End a token, by its id.",
            footer = {"", "Examples:", "  daybook token revoke 3f2a9c0d11e4"})
    static final class Revoke implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ID", description = "As in token list.")
        private String id = "";

        Revoke(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (!id.matches("[0-9a-f]{12}")) {
                throw new Failure(
                        ExitCode.NOT_FOUND, "ID: no such token (expected: 12 hexadecimal digits of token list)");
            }
            VenueAccess.ask(common.existing(console), venue -> venue.delete("/api/v1/tokens/" + id));
            common.output().print(console, Json.fields("revoked", id));
            return ExitCode.OK.code();
        }
    }

    private static TokenStore tokens(Place place) {
        return new TokenStore(place.data().tokenStore(), new SecureRandom(), InstantSource.system());
    }

    private static Map<String, Object> row(TokenStore.Entry entry) {
        return Json.fields(
                "id", entry.id(),
                "role", entry.role(),
                "account", entry.account(),
                "created", entry.created(),
                "expires", entry.expires());
    }
}
