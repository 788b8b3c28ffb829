package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.venue.ReplayVenue;
import daybook.exchange.replay.CsvExecutions;
import daybook.exchange.replay.EngineTarget;
import daybook.exchange.replay.EventLines;
import daybook.exchange.replay.EventOutput;
import daybook.exchange.replay.ExecutionSink;
import daybook.exchange.replay.JsonExecutions;
import daybook.exchange.replay.OutputFile;
import daybook.exchange.replay.Replay;
import daybook.exchange.replay.ReplayOptions;
import daybook.exchange.replay.ReplaySource;
import daybook.exchange.replay.ReplaySummary;
import daybook.exchange.replay.ReplayTarget;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command file through the real engine. */
@Command(
        name = "replay",
        description = "Run a command file (CSV, optionally .gz) through the real engine and print its executions.",
        footer = {
            "",
            "Examples:",
            "  daybook replay orders.csv.gz --out executions.csv",
            "  daybook replay orders.csv --events events.ndjson --json",
            "  daybook replay orders.csv --data replayed        through a journal too"
        })
final class ReplayCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "Header n,cmd,order_id,side,price,qty,owner; - is stdin.")
    private String file = "";

    @Option(names = "--out", paramLabel = "FILE", description = "Write the executions here instead of stdout.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--events", paramLabel = "FILE", description = "Write all events here, one JSON per line.")
    private Optional<Path> events = Optional.empty();

    @Option(names = "--data", paramLabel = "DIR", description = "Run through a journal in this new directory.")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--tick", paramLabel = "P", description = "Tick (found from the prices).")
    private String tick = "";

    @Option(
            names = "--stp",
            paramLabel = "MODE",
            description = "cancel-resting, cancel-incoming, cancel-both or none (cancel-resting).")
    private String selfTrade = "cancel-resting";

    @Option(names = "--json", description = "Executions as one JSON object per line.")
    private boolean json;

    ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ReplayOptions options = new ReplayOptions(tick, ReplayOptions.selfTradeMode(selfTrade));
        checkOutputs();
        try (CommandFile source = CommandFile.of(file, console.in())) {
            ReplaySummary summary =
                    data.isPresent() ? throughJournal(source, options) : run(source, options, new EngineTarget());
            console.err().println("daybook: " + text(summary));
        }
        return ExitCode.OK.code();
    }

    private ReplaySummary throughJournal(ReplaySource source, ReplayOptions options) throws IOException {
        try (ReplayVenue venue = ReplayVenue.open(data.orElseThrow())) {
            ReplaySummary summary = run(source, options, venue);
            venue.keep();
            return summary;
        }
    }

    private ReplaySummary run(ReplaySource source, ReplayOptions options, ReplayTarget target) throws IOException {
        if (out.isEmpty()) {
            Writer writer = new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
            ReplaySummary summary = withEvents(source, options, target, sink(writer));
            writer.flush();
            return summary;
        }
        try (OutputFile written = new OutputFile(out.get())) {
            ReplaySummary summary = withEvents(source, options, target, sink(written.writer()));
            written.commit();
            return summary;
        }
    }

    private ReplaySummary withEvents(
            ReplaySource source, ReplayOptions options, ReplayTarget target, ExecutionSink sink) throws IOException {
        Replay replay = new Replay(options, target, System::nanoTime);
        if (events.isEmpty()) {
            return replay.run(source, sink, EventOutput.NONE);
        }
        try (OutputFile written = new OutputFile(events.get())) {
            ReplaySummary summary = replay.run(source, sink, new EventLines(written.writer()));
            written.commit();
            return summary;
        }
    }

    private ExecutionSink sink(Writer writer) throws IOException {
        return json ? new JsonExecutions(writer) : new CsvExecutions(writer);
    }

    /** Nothing is written over what is read, nor twice to one place. */
    private void checkOutputs() throws IOException {
        for (Optional<Path> output : List.of(out, events)) {
            if (output.isPresent() && (isOneFile(output.get(), Path.of(file)) || Files.isDirectory(output.get()))) {
                throw new Failure(
                        ExitCode.USAGE, output.get() + ": cannot be written (expected: a file other than the input)");
            }
        }
        if (out.isPresent() && events.isPresent() && isOneFile(out.get(), events.get())) {
            throw new Failure(ExitCode.USAGE, "--out, --events: the same file (expected: two)");
        }
    }

    private static boolean isOneFile(Path one, Path other) throws IOException {
        if (Files.exists(one) && Files.exists(other)) {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        }
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    private static String text(ReplaySummary summary) {
        return Json.write(Json.fields(
                "commands", summary.commands(),
                "events", summary.events(),
                "executions", summary.executions(),
                "bestBid", summary.bestBid(),
                "bestAsk", summary.bestAsk(),
                "restingOrders", summary.restingOrders(),
                "unknownIds", summary.unknownIds(),
                "elapsedMs", summary.elapsed().toMillis(),
                "commandsPerSecond", summary.commandsPerSecond()));
    }
}
