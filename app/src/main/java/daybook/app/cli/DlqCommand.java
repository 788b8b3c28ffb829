package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.dlq.LetterRefused;
import daybook.app.security.SafeText;
import daybook.app.venue.PostTrade;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records that a service could not process. */
@Command(
        name = "dlq",
        description = "Dead letters: records that a service could not process. Positions of their keys are pending.",
        subcommands = {
            DlqCommand.ListAll.class,
            DlqCommand.Show.class,
            DlqCommand.Repair.class,
            DlqCommand.Replay.class,
            DlqCommand.Discard.class
        },
        footer = {
            "",
            "Examples:",
            "  daybook dlq list",
            "  daybook dlq repair ledger-1 --set quantity=5",
            "  daybook dlq replay ledger-1"
        })
final class DlqCommand {
    /** A value goes through HTTP, whose bodies are at most 64 KiB. */
    private static final int MAX_VALUE_BYTES = 60_000;

    /** Lists. */
    @Command(
            name = "list",
            description = "List the dead letters that wait for a decision.",
            footer = {"", "Examples:", "  daybook dlq list --json", "  daybook dlq list --all --service ledger"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--all", description = "Also those that were replayed or discarded, for 30 days.")
        private boolean all;

        @Option(names = "--service", paramLabel = "S", description = "Only this service's: capture, ledger or audit.")
        private Optional<String> service = Optional.empty();

        @Option(names = "--topic", paramLabel = "TOPIC", description = "Only of this topic, without prefix.")
        private Optional<String> topic = Optional.empty();

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.existing(console);
            try (PostTrade postTrade = place.postTrade()) {
                List<Map<String, Object>> rows = postTrade.deadLetters(place.letters()).list(all).stream()
                        .filter(row -> service.stream().allMatch(s -> s.equals(row.get("service"))))
                        .filter(row -> topic.stream().allMatch(t -> t.equals(row.get("topic"))))
                        .map(row -> shown(common, row))
                        .toList();
                common.output().print(console, rows);
            }
            return ExitCode.OK.code();
        }
    }

    /** Shows one. */
    @Command(
            name = "show",
            description = "Show a dead letter with its headers and its value.",
            footer = {"", "Examples:", "  daybook dlq show ledger-1", "  daybook dlq show ledger-1 --json"})
    static final class Show implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private LetterId letter = new LetterId();

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            common.output().print(console, shown(common, read(common.existing(console), letter.id)));
            return ExitCode.OK.code();
        }
    }

    /** Stores a corrected value. */
    @Command(
            name = "repair",
            description = "Store a corrected value beside the original, if the service can read it. Replay it then.",
            footer = {
                "",
                "Examples:",
                "  daybook dlq repair ledger-1 --set quantity=5 --set price=101250",
                "  daybook dlq show ledger-1 --json | jq -r .value | sed s/five/5/ | daybook dlq repair ledger-1 --value -"
            })
    static final class Repair implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Decided decided = new Decided();

        @Mixin
        private LetterId letter = new LetterId();

        @Option(names = "--value", paramLabel = "FILE", description = "The value; - reads stdin.")
        private Optional<String> value = Optional.empty();

        @Option(
                names = "--set",
                paramLabel = "F=V",
                description = "A field of the value, which must be JSON; may be given more than once.")
        private Map<String, String> set = new LinkedHashMap<>();

        Repair(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (value.isPresent() != set.isEmpty()) {
                throw new Failure(
                        ExitCode.USAGE,
                        "--value, --set: " + (value.isPresent() ? "both" : "neither") + " (expected: one of them)");
            }
            Place place = common.existing(console);
            String body = value.isPresent() ? given(value.get()) : DlqEdit.with(letter.id, read(place, letter.id), set);
            Map<String, Object> repaired = VenueAccess.ask(
                    place,
                    venue -> venue.post(
                            path(letter.id, "repair"), Json.fields("value", body, "dryRun", decided.isDryRun())));
            common.output().print(console, shown(common, repaired));
            return ExitCode.OK.code();
        }

        private String given(String file) {
            try {
                byte[] bytes = file.equals("-") ? console.in().readAllBytes() : Files.readAllBytes(Path.of(file));
                if (bytes.length > MAX_VALUE_BYTES) {
                    throw new Failure(
                            ExitCode.USAGE,
                            "--value: " + bytes.length + " bytes (expected: at most " + MAX_VALUE_BYTES + ")");
                }
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
                return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
            } catch (CharacterCodingException binary) {
                throw new Failure(ExitCode.USAGE, "--value: not UTF-8 (expected: text)", binary);
            } catch (IOException unreadable) {
                throw new Failure(ExitCode.USAGE, "--value: " + file + " cannot be read", unreadable);
            }
        }
    }

    /** Applies again. */
    @Command(
            name = "replay",
            description =
                    "Have the service apply a dead letter, or all that wait, in order. One that was replayed stays so.",
            footer = {"", "Examples:", "  daybook dlq replay ledger-1", "  daybook dlq replay --all --dry-run"})
    static final class Replay implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Decided decided = new Decided();

        @Parameters(paramLabel = "ID", arity = "0..1", description = "As in dlq list.")
        private Optional<String> id = Optional.empty();

        @Option(names = "--all", description = "Every one that waits.")
        private boolean all;

        Replay(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (id.isPresent() == all) {
                throw new Failure(
                        ExitCode.USAGE, "ID, --all: " + (all ? "both" : "neither") + " (expected: one of them)");
            }
            Place place = common.existing(console);
            Map<String, Object> body = Json.fields("dryRun", decided.isDryRun());
            List<Map<String, Object>> letters = VenueAccess.ask(place, venue -> {
                List<Map<String, Object>> answers = new ArrayList<>();
                if (id.isPresent()) {
                    answers.add(venue.post(path(id.get(), "replay"), body));
                } else {
                    waiting(venue).forEach(each -> answers.add(replayed(venue, each, body)));
                }
                return answers;
            });
            if (all) {
                common.output()
                        .print(
                                console,
                                letters.stream().map(l -> shown(common, l)).toList());
            } else {
                common.output().print(console, shown(common, letters.get(0)));
            }
            boolean done = decided.isDryRun() || letters.stream().allMatch(l -> "replayed".equals(l.get("state")));
            return (done ? ExitCode.OK : ExitCode.FAILURE).code();
        }

        /** One that is refused does not keep those behind it; it is said, and shown as it is. */
        private Map<String, Object> replayed(VenueLink venue, String each, Map<String, Object> body) {
            try {
                return venue.post(path(each, "replay"), body);
            } catch (Failure refused) {
                if (refused.exit() == ExitCode.UNREACHABLE || refused.exit() == ExitCode.AUTH) {
                    throw refused;
                }
                console.note(each + ": " + refused.getMessage());
                return Json.object(venue.get("/api/v1/dlq/" + each));
            }
        }

        private static List<String> waiting(VenueLink venue) {
            return Json.array(venue.get("/api/v1/dlq")).stream()
                    .map(letter -> String.valueOf(Json.object(letter).get("id")))
                    .toList();
        }
    }

    /** Gives up. */
    @Command(
            name = "discard",
            description = "Give a dead letter up: it never counts, and its key is trusted again when no other waits.",
            footer = {"", "Examples:", "  daybook dlq discard ledger-1 --yes --reason 'test data, ticket 77'"})
    static final class Discard implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        @Mixin
        private LetterId letter = new LetterId();

        @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; kept with it.")
        private String reason = "";

        Discard(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.existing(console);
            read(place, letter.id); // first whether there is one
            boolean dryRun = !consent.given(console, "discard dead letter " + letter.id);
            Map<String, Object> discarded = VenueAccess.ask(
                    place,
                    venue -> venue.post(path(letter.id, "discard"), Json.fields("reason", reason, "dryRun", dryRun)));
            common.output().print(console, shown(common, discarded));
            return ExitCode.OK.code();
        }
    }

    /** Which letter is meant. */
    static final class LetterId {
        @Parameters(paramLabel = "ID", description = "As in dlq list.")
        private String id = "";
    }

    /** Options of what may be tried first and destroys nothing. */
    static final class Decided {
        @Option(names = "--dry-run", description = "Say whether it would be accepted; change nothing.")
        private boolean dryRun;

        @Option(names = "--yes", description = "Accepted for scripts; nothing is destroyed and nobody is asked.")
        private boolean unusedYes;

        boolean isDryRun() {
            return dryRun;
        }
    }

    private static Map<String, Object> read(Place place, String id) {
        try (PostTrade postTrade = place.postTrade()) {
            return postTrade.deadLetters(place.letters()).show(id);
        } catch (LetterRefused refused) {
            throw new Failure(ExitCode.NOT_FOUND, SafeText.oneLine(String.valueOf(refused.getMessage())), refused);
        }
    }

    private static String path(String id, String verb) {
        if (!id.matches("[a-z0-9.-]{1,64}")) {
            throw new Failure(ExitCode.NOT_FOUND, "ID: no such dead letter (expected: an id of dlq list)");
        }
        return "/api/v1/dlq/" + id + "/" + verb;
    }

    /** For people: no byte of a stranger's record moves their cursor or turns their text round. JSON is for programs, and exact. */
    private static Map<String, Object> shown(Common common, Map<String, Object> letter) {
        if (common.output().form() != OutputOptions.Form.TABLE) {
            return letter;
        }
        Map<String, Object> shown = new LinkedHashMap<>(letter);
        shown.replaceAll((name, value) -> value instanceof List<?> headers ? line(headers) : value);
        shown.replaceAll((name, value) -> value instanceof String text ? SafeText.visible(text) : value);
        return shown;
    }

    private static String line(List<?> headers) {
        return headers.stream()
                .map(Json::object)
                .map(header -> header.get("name") + "=" + header.getOrDefault("value", "(binary)"))
                .collect(Collectors.joining(", "));
    }
}
