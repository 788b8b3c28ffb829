package daybook.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The commands by name. Only the one that the command line names is loaded; all of them for help and for typing errors. */
final class Commands {
    private static final Map<String, Class<?>> ALL = all();

    private Commands() {}

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static void addTo(CommandLine line, String... args) {
        Optional<String> named = List.of(args).stream().filter(a -> !a.startsWith("-")).findFirst();
        Class<?> one = named.map(ALL::get).orElse(null);
        if (one != null && !named.get().equals("completion")) {
            line.addSubcommand(named.get(), one);
        } else {
            ALL.forEach(line::addSubcommand);
        }
    }

    private static Map<String, Class<?>> all() {
        Map<String, Class<?>> all = new LinkedHashMap<>();
        all.put("up", UpCommand.class);
        all.put("token", TokenCommand.class);
        all.put("config", ConfigCommand.class);
        all.put("completion", CompletionCommand.class);
        return all;
    }
}
