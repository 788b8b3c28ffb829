package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.config.Durations;
import daybook.app.security.SafeText;
import daybook.delivery.jobs.NewJob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Queues of jobs. */
@Command(
        name = "queue",
        description = "Queues of jobs: put jobs in, see what waits, runs and has failed, put failed ones in again.",
        subcommands = {
            QueueCommand.Push.class,
            QueueCommand.Size.class,
            QueueCommand.Clear.class,
            QueueCommand.Failed.class,
            QueueCommand.Retry.class,
            QueueCommand.Discard.class,
            QueueCommand.History.class,
            QueueWorkCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  daybook queue push default --payload '{\"name\":\"INFY\"}'",
            "  daybook queue size default --json",
            "  daybook queue failed default",
            "",
            "Exit codes: 0 ok, 1 refused (a unique key that is taken), 2 usage, 3 no such queue or job, 5 not reached"
        })
final class QueueCommand {
    private static final String QUEUE = "A declared queue (daybook.queues).";

    /** Puts one in. */
    @Command(
            name = "push",
            description = "Put a job in. It is kept when this returns.",
            footer = {
                "",
                "Examples:",
                "  daybook queue push default --job example.greet --payload '{\"name\":\"INFY\"}'",
                "  daybook queue push default --job venue.statements --payload '{\"day\":\"2026-01-05\"}' --delay 30s",
                "  daybook queue push default --payload '{}' --unique only-one"
            })
    static final class Push implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private OfQueue of = new OfQueue();

        @Option(names = "--job", paramLabel = "JOB", description = "What kind of job (default: example.greet).")
        private String job = "example.greet";

        @Option(names = "--payload", required = true, paramLabel = "JSON", description = "What the job gets.")
        private String payload = "";

        @Option(names = "--delay", paramLabel = "D", description = "Not before so long from now: 500ms, 10s, 5m.")
        private String delay = "0s";

        @Option(
                names = "--unique",
                paramLabel = "KEY",
                description = "Only if no job of the queue with this key waits or runs.")
        private Optional<String> unique = Optional.empty();

        @Option(names = "--priority", paramLabel = "N", description = "Higher ones first, where the driver can (0).")
        private int priority;

        Push(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            NewJob wanted = job();
            Map<String, Object> pushed = JobDoor.ask(common.log(console), door -> door.push(of.queue, wanted));
            common.output().print(console, pushed);
            return ExitCode.OK.code();
        }

        private NewJob job() {
            Duration after = Durations.parse(delay)
                    .orElseThrow(() -> new Failure(
                            ExitCode.USAGE, "--delay: " + delay + " (expected: a duration like 500ms, 10s, 5m)"));
            requireJson(payload);
            try {
                return new NewJob(job, payload, after, unique, priority);
            } catch (IllegalArgumentException refused) {
                throw new Failure(ExitCode.USAGE, String.valueOf(refused.getMessage()), refused);
            }
        }
    }

    /** How many. */
    @Command(
            name = "size",
            description =
                    "What is in a queue: all, those that could run now, those that run. Without a name, all queues.",
            footer = {"", "Examples:", "  daybook queue size default --json", "  daybook queue size"})
    static final class Size implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "NAME", arity = "0..1", description = QUEUE)
        private Optional<String> queue = Optional.empty();

        Size(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.log(console);
            if (queue.isPresent()) {
                Map<String, Object> size = JobDoor.ask(place, door -> door.size(queue.get()));
                common.output().print(console, size);
            } else {
                Map<String, Object> all = JobDoor.ask(place, JobDoor::overview);
                common.output()
                        .print(
                                console,
                                Json.array(all.getOrDefault("queues", List.of())).stream()
                                        .map(Json::object)
                                        .toList());
            }
            return ExitCode.OK.code();
        }
    }

    /** Skips all. */
    @Command(
            name = "clear",
            description = "Give up all jobs that wait, without running them. What runs goes on.",
            footer = {
                "",
                "Examples:",
                "  daybook queue clear default --yes --json",
                "  daybook queue clear default --dry-run"
            })
    static final class Clear implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        @Mixin
        private OfQueue of = new OfQueue();

        Clear(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.log(console);
            Map<String, Object> size = JobDoor.ask(place, door -> door.size(of.queue)); // first whether there is one
            Map<String, Object> done = consent.given(console, "give up all jobs that wait in " + of.queue)
                    ? JobDoor.ask(place, door -> door.clear(of.queue))
                    : Json.fields(
                            "queue", of.queue, "cleared", 0, "dryRun", true, "size", size.getOrDefault("size", 0));
            common.output().print(console, done);
            return ExitCode.OK.code();
        }
    }

    /** Lists the failed. */
    @Command(
            name = "failed",
            description = "Jobs of a queue that were given up, newest first, with the reason and their attempts.",
            footer = {
                "",
                "Examples:",
                "  daybook queue failed default",
                "  daybook queue failed default --json --limit 10"
            })
    static final class Failed implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private OfQueue of = new OfQueue();

        @Mixin
        private AtMost most = new AtMost();

        Failed(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            List<Map<String, Object>> failed =
                    JobDoor.ask(common.log(console), door -> door.failed(of.queue, most.rows()));
            boolean table = common.output().form() == OutputOptions.Form.TABLE;
            common.output()
                    .print(
                            console,
                            table ? failed.stream().map(QueueCommand::inALine).toList() : failed);
            return ExitCode.OK.code();
        }
    }

    /** Puts a failed one in again. */
    @Command(
            name = "retry",
            description =
                    "Put a failed job in again, under its id, with no attempts counted; with another payload if it"
                            + " is to be repaired.",
            footer = {
                "",
                "Examples:",
                "  daybook queue retry default 0b6b1c0e-2c1f-4b8e-9a53-6d1c5a9d0f11",
                "  daybook queue retry default 0b6b1c0e-2c1f-4b8e-9a53-6d1c5a9d0f11 --payload '{\"name\":\"TCS\"}'"
            })
    static final class Retry implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private OfJob of = new OfJob();

        @Option(names = "--payload", paramLabel = "JSON", description = "Instead of the one that it failed with.")
        private Optional<String> payload = Optional.empty();

        Retry(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            payload.ifPresent(QueueCommand::requireJson);
            Map<String, Object> again = JobDoor.ask(
                    common.log(console),
                    door -> payload.isPresent()
                            ? door.repair(of.queue, of.id, payload.get())
                            : door.retry(of.queue, of.id));
            common.output().print(console, again);
            return ExitCode.OK.code();
        }
    }

    /** Forgets a failed one. */
    @Command(
            name = "discard",
            description = "Forget a failed job.",
            footer = {"", "Examples:", "  daybook queue discard default 0b6b1c0e-2c1f-4b8e-9a53-6d1c5a9d0f11 --yes"})
    static final class Discard implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        @Mixin
        private OfJob of = new OfJob();

        Discard(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Place place = common.log(console);
            Map<String, Object> done = consent.given(console, "forget failed job " + of.id)
                    ? JobDoor.ask(place, door -> door.discard(of.queue, of.id))
                    : Json.fields("queue", of.queue, "id", of.id, "discarded", false, "dryRun", true);
            common.output().print(console, done);
            return ExitCode.OK.code();
        }
    }

    /** What became of attempts. */
    @Command(
            name = "history",
            description = "What has become of attempts, newest first, for 30 days; of one job, all that is known.",
            footer = {"", "Examples:", "  daybook queue history --limit 20", "  daybook queue history --job ID --json"})
    static final class History implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Option(names = "--job", paramLabel = "ID", description = "Of this job alone.")
        private Optional<String> job = Optional.empty();

        @Mixin
        private AtMost most = new AtMost();

        History(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            boolean table = common.output().form() == OutputOptions.Form.TABLE;
            common.output()
                    .print(
                            console,
                            JobDoor.ask(common.log(console), door -> door.history(job, most.rows())).stream()
                                    .map(row -> table ? inWords(row) : visible(row))
                                    .toList());
            return ExitCode.OK.code();
        }
    }

    private static void requireJson(String payload) {
        try {
            Json.read(payload.getBytes(StandardCharsets.UTF_8));
        } catch (Json.Malformed other) {
            throw new Failure(ExitCode.USAGE, "--payload: not accepted (expected: JSON)", other);
        }
    }

    /** Which queue is meant. */
    static final class OfQueue {
        @Parameters(index = "0", paramLabel = "NAME", description = QUEUE)
        private String queue = "";
    }

    /** Which failed job of a queue is meant. */
    static final class OfJob {
        @Parameters(index = "0", paramLabel = "NAME", description = QUEUE)
        private String queue = "";

        @Parameters(index = "1", paramLabel = "ID", description = "As in queue failed.")
        private String id = "";
    }

    /** How many rows. */
    static final class AtMost {
        @Option(names = "--limit", paramLabel = "N", description = "At most so many (100).")
        private int limit = 100;

        private int rows() {
            if (limit < 1 || limit > 1_000) {
                throw new Failure(ExitCode.USAGE, "--limit: " + limit + " (expected: 1..1000)");
            }
            return limit;
        }
    }

    /** A row that fits into a line. */
    private static Map<String, Object> inALine(Map<String, Object> row) {
        Map<String, Object> line = new LinkedHashMap<>(visible(row));
        List.of("history", "uniqueKey", "from", "pushedAt", "queue").forEach(line::remove);
        return line;
    }

    /** A row of history with the outcome as the page tells it. */
    private static Map<String, Object> inWords(Map<String, Object> row) {
        Map<String, Object> line = new LinkedHashMap<>(visible(row));
        line.replace("outcome", line.getOrDefault("words", ""));
        line.remove("words");
        return line;
    }

    /** What a job said of itself moves nobody's cursor. */
    private static Map<String, Object> visible(Map<String, Object> row) {
        Map<String, Object> shown = new LinkedHashMap<>(row);
        shown.replaceAll((name, value) -> value instanceof String text ? SafeText.visible(text) : value);
        return shown;
    }
}
