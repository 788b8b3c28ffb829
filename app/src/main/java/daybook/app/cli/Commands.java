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
        Optional<String> named =
                List.of(args).stream().filter(a -> !a.startsWith("-")).findFirst();
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
        all.put("run", RunCommand.class);
        all.put("replay", ReplayCommand.class);
        all.put("journal", JournalCommand.class);
        all.put("topics", TopicsCommand.class);
        all.put("produce", ProduceCommand.class);
        all.put("consume", ConsumeCommand.class);
        all.put("groups", GroupsCommand.class);
        all.put("lag", LagCommand.class);
        all.put("broker", BrokerCommand.class);
        all.put("check", CheckCommand.class);
        all.put("chaos", ChaosCommand.class);
        all.put("lab", LabCommand.class);
        all.put("reconcile", ReconcileCommand.class);
        all.put("positions", PositionsCommand.class);
        all.put("orders", OrdersCommand.class);
        all.put("fills", FillsCommand.class);
        all.put("trades", TradesCommand.class);
        all.put("bars", BarsCommand.class);
        all.put("token", TokenCommand.class);
        all.put("account", AccountCommand.class);
        all.put("symbols", SymbolsCommand.class);
        all.put("strategy", StrategyCommand.class);
        all.put("cutover", CutoverCommand.class);
        all.put("parity", ParityCommand.class);
        all.put("gate", GateCommand.class);
        all.put("backtest", BacktestCommand.class);
        all.put("outbox", OutboxCommand.class);
        all.put("inbox", InboxCommand.class);
        all.put("queue", QueueCommand.class);
        all.put("dlq", DlqCommand.class);
        all.put("service", ServiceCommand.class);
        all.put("status", StatusCommand.class);
        all.put("health", HealthCommand.class);
        all.put("doctor", DoctorCommand.class);
        all.put("config", ConfigCommand.class);
        all.put("completion", CompletionCommand.class);
        return all;
    }
}
