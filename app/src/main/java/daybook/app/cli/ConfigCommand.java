package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.config.Configuration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The configuration as the program sees it. */
@Command(
        name = "config",
        description = "The configuration as the program sees it.",
        subcommands = ConfigCommand.Show.class,
        footer = {"", "Examples:", "  daybook config show --origin"})
final class ConfigCommand {
    /** Prints every setting. */
    @Command(
            name = "show",
            description = "Print every setting, secrets masked.",
            footer = {
                "",
                "Examples:",
                "  daybook config show --origin",
                "  DAYBOOK_DATA=/srv/venue daybook config show --json"
            })
    static final class Show implements Callable<Integer> {
        private final Console console;

        @Mixin
        private StoreOptions store = new StoreOptions();

        @Mixin
        private OutputOptions output = new OutputOptions();

        @Option(names = "--origin", description = "Say where each value came from.")
        private boolean origin;

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Configuration configuration = store.load(console);
            List<Map<String, Object>> rows = configuration.settings().stream()
                    .map(setting -> {
                        Map<String, Object> row =
                                Json.fields("key", setting.key(), "value", configuration.shown(setting));
                        if (origin) {
                            row.put(
                                    "origin",
                                    configuration.value(setting).origin().text());
                        }
                        return row;
                    })
                    .toList();
            output.print(console, rows);
            return ExitCode.OK.code();
        }
    }
}
