package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.events.Account;
import daybook.events.AccountChanged;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Accounts; a change is a journaled command. */
@Command(
        name = "account",
        description = "Accounts: list, admit, stop. Every change is a journaled command.",
        subcommands = {AccountCommand.ListAll.class, AccountCommand.Enable.class, AccountCommand.Disable.class},
        footer = {"", "Examples:", "  daybook account list", "  daybook account enable desk-7 --orders-per-second 500"})
final class AccountCommand {
    /** Lists. */
    @Command(
            name = "list",
            description = "List the accounts as last set.",
            footer = {"", "Examples:", "  daybook account list --json"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
            new JournalReading(common.existing(console).data().root()).events(1, event -> {
                if (event instanceof AccountChanged changed) {
                    accounts.put(changed.account().accountId(), row(changed.account()));
                }
            });
            common.output().print(console, accounts.values().stream().toList());
            return ExitCode.OK.code();
        }
    }

    /** Admits an account, or lets it trade again. */
    @Command(
            name = "enable",
            description = "Admit an account, or let it trade again.",
            footer = {"", "Examples:", "  daybook account enable desk-7 --orders-per-second 500 --burst 1000"})
    static final class Enable implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ACCOUNT", description = "1 to 32 of A-Z a-z 0-9 . _ -")
        private String account = "";

        @Option(names = "--orders-per-second", paramLabel = "N", description = "Commands per second (20).")
        private @Nullable Long perSecond;

        @Option(names = "--burst", paramLabel = "N", description = "Commands at once (40).")
        private @Nullable Long burst;

        @Option(names = "--max-open-orders", paramLabel = "N", description = "Open orders; 0 = no limit.")
        private @Nullable Long maxOpen;

        Enable(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Object> body = Json.fields("account", account, "enabled", true);
            put(body, "ordersPerSecond", perSecond);
            put(body, "burst", burst);
            put(body, "maxOpenOrders", maxOpen);
            Map<String, Object> done =
                    VenueAccess.ask(common.existing(console), venue -> venue.post("/api/v1/accounts", body));
            common.output().print(console, done);
            return ExitCode.OK.code();
        }

        private static void put(Map<String, Object> body, String name, @Nullable Long value) {
            if (value != null) {
                body.put(name, value);
            }
        }
    }

    /** Stops an account. */
    @Command(
            name = "disable",
            description = "Stop an account: from then on it may only cancel.",
            footer = {"", "Examples:", "  daybook account disable desk-7"})
    static final class Disable implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "ACCOUNT", description = "As in account list.")
        private String account = "";

        Disable(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Object> body = Json.fields("account", account, "enabled", false);
            Map<String, Object> done =
                    VenueAccess.ask(common.existing(console), venue -> venue.post("/api/v1/accounts", body));
            common.output().print(console, done);
            return ExitCode.OK.code();
        }
    }

    private static Map<String, Object> row(Account account) {
        return Json.fields(
                "account", account.accountId(),
                "enabled", account.enabled(),
                "selfTradeMode", account.selfTradeMode().name(),
                "ordersPerSecond", account.ordersPerSecond(),
                "burst", account.burst(),
                "maxOpenOrders", account.maxOpenOrders());
    }
}
