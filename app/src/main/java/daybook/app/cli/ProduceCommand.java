package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.venue.RecordWriter;
import daybook.events.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes lines of stdin as records. */
@Command(
        name = "produce",
        description = "Write each line of stdin as one record, through the venue. Prints where each one lies.",
        footer = {
            "",
            "Examples:",
            "  echo hello | daybook produce broadcasts.v1 -k room-1",
            "  printf 'a:1\\nb:2\\n' | daybook produce broadcasts.v1 -K :"
        })
final class ProduceCommand implements Callable<Integer> {
    private static final int MAX_LINE_CHARS = 60_000;

    private final Console console;

    @Mixin
    private Common common = new Common();

    @Parameters(paramLabel = "TOPIC", description = "Name without prefix.")
    private String topic = "";

    @Option(
            names = {"-k", "--key"},
            paramLabel = "KEY",
            description = "Key of every record (empty).")
    private String key = "";

    @Option(
            names = {"-K", "--key-delimiter"},
            paramLabel = "D",
            description = "Each line is KEY D VALUE.")
    private Optional<String> delimiter = Optional.empty();

    @Option(
            names = {"-p", "--partition"},
            paramLabel = "P",
            description = "Partition (murmur2 of the key).")
    private Optional<Integer> partition = Optional.empty();

    @Option(names = "--force", description = "Write even to exchange.events.v1, which is the publisher's.")
    private boolean force;

    ProduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.log(console);
        try (LogView view = LogView.of(place)) {
            String name = view.topics().bareName(view.topic(topic).name());
            if (!force && name.equals(Topics.EXCHANGE_EVENTS.name())) {
                throw new Failure(
                        ExitCode.USAGE,
                        topic
                                + ": only the publisher writes it, from the journal; what you write there would be an event"
                                + " that never was (expected: another topic, or --force)");
            }
        }
        if (place.isOnKafka()) {
            try (LogView view = LogView.of(place);
                    RecordWriter writer = new RecordWriter(view.log())) {
                String name = view.topic(topic).name();
                return writeAll(line -> writer.write(name, line.key(), line.value(), partition));
            }
        }
        return VenueAccess.ask(place, venue -> writeAll(line -> send(venue, line)));
    }

    private int writeAll(Function<Line, Map<String, Object>> writer) {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8.newDecoder()));
        try {
            String line = lines.readLine();
            while (line != null) {
                common.output().print(console, writer.apply(split(line)));
                line = lines.readLine();
            }
            return ExitCode.OK.code();
        } catch (CharacterCodingException binary) {
            throw new Failure(ExitCode.USAGE, "stdin: not UTF-8 (expected: text, one record per line)", binary);
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILURE, "stdin: cannot be read", unreadable);
        }
    }

    /** A line of stdin as a record. */
    private record Line(String key, String value) {}

    private Line split(String line) {
        if (line.length() > MAX_LINE_CHARS) {
            throw new Failure(
                    ExitCode.USAGE,
                    "stdin: a line of " + line.length() + " characters (expected: at most " + MAX_LINE_CHARS + ")");
        }
        if (delimiter.isEmpty()) {
            return new Line(key, line);
        }
        int at = line.indexOf(delimiter.get());
        if (at < 0) {
            throw new Failure(
                    ExitCode.USAGE,
                    "stdin: a line without the delimiter (expected: KEY " + delimiter.get() + " VALUE)");
        }
        return new Line(
                line.substring(0, at), line.substring(at + delimiter.get().length()));
    }

    private Map<String, Object> send(VenueLink venue, Line line) {
        Map<String, Object> body = Json.fields("key", line.key(), "value", line.value());
        partition.ifPresent(p -> body.put("partition", p));
        if (force) {
            body.put("force", true);
        }
        return venue.post("/api/v1/topics/" + topic + "/records", body);
    }
}
