package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.venue.DataDirectory;
import daybook.app.venue.VenueId;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangeVerifier;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.exchange.pipeline.SnapshotLines;
import daybook.journal.FileDisk;
import daybook.journal.JournalArchive;
import daybook.journal.JournalDigest;
import daybook.journal.JournalException;
import daybook.journal.JournalPlace;
import daybook.journal.JournalReport;
import daybook.publisher.CheckpointFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at a journal, and packs it. */
@picocli.CommandLine.Command(
        name = "journal",
        description =
                "Verify, print, pack and repair a journal. DIR is a data directory or the journal directory in it.",
        subcommands = {
            JournalCommand.Verify.class,
            JournalCommand.Dump.class,
            JournalCommand.Stats.class,
            JournalCommand.Archive.class,
            JournalCommand.Prune.class,
            JournalRepairCommand.class
        },
        footer = {"", "Examples:", "  daybook journal verify data", "  daybook journal dump data | tail -3"})
final class JournalCommand {
    /** Where the journal is. */
    static final class Where {
        @Parameters(paramLabel = "DIR", arity = "0..1", description = "Data or journal directory (default: --data).")
        private Optional<Path> directory = Optional.empty();

        Path of(Common common, Console console) {
            Path given = directory.orElseGet(
                    () -> Place.of(console, common.store()).data().root());
            Path journal = JournalReading.directoryOf(given);
            if (!JournalReading.isJournal(journal)) {
                throw new Failure(ExitCode.NOT_FOUND, given + ": no journal here (expected: a data directory)");
            }
            return journal;
        }
    }

    /** Looks at every byte, and replays. */
    @picocli.CommandLine.Command(
            name = "verify",
            description = "Check every byte, and replay every command against its recorded events. Exit 6 on damage.",
            footer = {
                "",
                "Examples:",
                "  daybook journal verify data",
                "  daybook journal verify data --quick --json",
                "  daybook journal verify data --expect 1-8812:9f86d081...   is history what it was?"
            })
    static final class Verify implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Where where = new Where();

        @Option(names = "--quick", description = "Checksums and order only; no replay, no digest.")
        private boolean quick;

        @Option(
                names = "--expect",
                paramLabel = "DIGEST",
                description = "A digest that was noted earlier; exit 6 unless history is the same up to there.")
        private @Nullable String expect;

        Verify(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Optional<JournalDigest> expected = expected();
            Path directory = where.of(common, console);
            FileDisk disk = new FileDisk();
            long published = published(disk, directory); // before the report: a running venue goes on meanwhile
            JournalReport report = report(disk, directory);
            Map<String, Object> row = Json.fields(
                    "clean", report.isClean(),
                    "segments", report.segments().size(),
                    "commands", report.readableCommands(),
                    "events", report.readableEvents(),
                    "durableSeq", report.readableSeq());
            report.tornTail().ifPresent(tail -> row.put("tornTail", place(tail)));
            Optional<String> fault = report.damage().map(Verify::text);
            report.damage().ifPresent(damage -> row.put("damage", place(damage)));
            long last = report.firstSeq() + report.events() - 1;
            if (fault.isEmpty() && last < published) {
                fault = Optional.of("journal: ends at seq " + last
                        + ", behind the publisher checkpoint (expected: at least " + published + ")");
            }
            if (fault.isEmpty() && (!quick || expected.isPresent())) {
                row.put("digest", JournalDigest.of(disk, directory).text());
                fault = expected.flatMap(noted -> difference(noted, disk, directory));
            }
            if (fault.isEmpty() && !quick) {
                fault = replay(directory, report, row);
            }
            row.put("clean", fault.isEmpty());
            common.output().print(console, row);
            fault.ifPresent(console::note);
            return (fault.isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        }

        private Optional<JournalDigest> expected() {
            try {
                return Optional.ofNullable(expect).map(JournalDigest::parse);
            } catch (IllegalArgumentException other) {
                throw new Failure(
                        ExitCode.USAGE, "--expect: not a digest (expected: as journal verify prints it)", other);
            }
        }

        /** Whoever changes an entry can make its checksums anew, but not what was noted elsewhere. */
        private static Optional<String> difference(JournalDigest noted, FileDisk disk, Path directory) {
            JournalDigest now = JournalDigest.upTo(disk, directory, noted.lastBatch());
            if (now.equals(noted)) {
                return Optional.empty();
            }
            return Optional.of(
                    now.firstBatch() != noted.firstBatch()
                            ? "digest: the journal begins at batch " + now.firstBatch() + ", the one noted at "
                                    + noted.firstBatch() + " (expected: one noted after the last prune)"
                            : "digest: history up to batch " + noted.lastBatch() + " is not what was noted; now "
                                    + now.text());
        }

        private static JournalReport report(FileDisk disk, Path directory) {
            try {
                return JournalReport.of(disk, directory);
            } catch (JournalException fault) {
                throw new Failure(ExitCode.CHECK_FAILED, String.valueOf(fault.getMessage()), fault);
            }
        }

        private static long published(FileDisk disk, Path journal) {
            Path root = journal.resolveSibling(".").normalize();
            return CheckpointFile.read(disk, root).map(c -> c.line()).orElse(0L);
        }

        private static Optional<String> replay(Path directory, JournalReport report, Map<String, Object> row) {
            Path root = directory.resolveSibling(".").normalize();
            Path id = root.resolve("venue.id");
            if (!Files.exists(id)) {
                row.put("replayed", false);
                return Optional.empty();
            }
            ExchangeVerifier.Verification found = new ExchangeVerifier(
                            new FileDisk(), ExchangeHome.of(root, VenueId.read(id)), RecoveryProgress.NONE)
                    .verify(report);
            row.put("replayed", true);
            row.put("replayedCommands", found.commands());
            row.put("replayedEvents", found.events());
            row.put("snapshots", found.snapshots());
            return found.fault().map(fault -> "seq " + fault.seq() + ": " + fault.what());
        }

        private static String text(JournalPlace place) {
            return place.file() + ": offset " + place.offset() + ", seq " + place.seq() + ": " + place.what();
        }

        private static Map<String, Object> place(JournalPlace place) {
            return Json.fields(
                    "file", place.file(), "offset", place.offset(), "seq", place.seq(), "what", place.what());
        }
    }

    /** Prints events. */
    @picocli.CommandLine.Command(
            name = "dump",
            description = "Print the durable events, one JSON object per line, in seq order.",
            footer = {"", "Examples:", "  daybook journal dump data | wc -l", "  daybook journal dump data --commands"})
    static final class Dump implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Where where = new Where();

        @Option(names = "--commands", description = "Print the commands too, each before its events.")
        private boolean commands;

        @Option(names = "--from", paramLabel = "SEQ", description = "First event to print (1).")
        private long from = 1;

        Dump(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (from < 1) {
                throw new Failure(ExitCode.USAGE, "--from: " + from + " (expected: 1 or more)");
            }
            JournalReading reading = new JournalReading(where.of(common, console));
            if (!commands) {
                reading.events(from, this::print);
                return ExitCode.OK.code();
            }
            reading.entries(new JournalReading.Visitor() {
                @Override
                public void command(long commandSeq, long time, Command command) {
                    console.out().println(CommandJson.of(commandSeq, time, command));
                }

                @Override
                public void event(Event event) {
                    if (event.seq() >= from) {
                        print(event);
                    }
                }
            });
            return ExitCode.OK.code();
        }

        private void print(Event event) {
            byte[] json = EventJson.toBytes(event);
            console.out().write(json, 0, json.length);
            console.out().write('\n');
        }
    }

    /** How much there is. */
    @picocli.CommandLine.Command(
            name = "stats",
            description = "Print the segments and how much is in them.",
            footer = {"", "Examples:", "  daybook journal stats data --json"})
    static final class Stats implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Where where = new Where();

        Stats(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            JournalReport report = JournalReport.of(new FileDisk(), where.of(common, console));
            List<Map<String, Object>> segments = report.segments().stream()
                    .map(s -> Json.fields(
                            "file", s.info().file(),
                            "engine", s.info().engineVersion(),
                            "firstSeq", s.info().baseSeq(),
                            "commands", s.commands(),
                            "events", s.events(),
                            "batches", s.batches(),
                            "bytes", s.dataBytes(),
                            "archived", s.archived(),
                            "ended", s.ended()))
                    .toList();
            if (common.output().form() == OutputOptions.Form.TABLE) {
                common.output().print(console, segments);
            } else {
                common.output()
                        .print(
                                console,
                                Json.fields(
                                        "firstSeq", report.firstSeq(),
                                        "durableSeq", report.readableSeq(),
                                        "commands", report.commands(),
                                        "events", report.events(),
                                        "batches", report.batches(),
                                        "bytes", report.dataBytes(),
                                        "segments", segments));
            }
            return ExitCode.OK.code();
        }
    }

    /** Packs old segments. */
    @picocli.CommandLine.Command(
            name = "archive",
            description = "Gzip closed segments below the last two snapshots and the published line.",
            footer = {"", "Examples:", "  daybook journal archive data --dry-run"})
    static final class Archive implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Where where = new Where();

        @Option(names = "--dry-run", description = "Say up to which event; change nothing.")
        private boolean dryRun;

        Archive(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Path directory = where.of(common, console);
            long upTo = line(directory);
            List<String> files = dryRun ? List.of() : new JournalArchive(new FileDisk(), directory).archive(upTo);
            common.output().print(console, Json.fields("upToSeq", upTo, "archived", files, "dryRun", dryRun));
            return ExitCode.OK.code();
        }
    }

    /** Deletes packed segments. */
    @picocli.CommandLine.Command(
            name = "prune",
            description = "Delete archived segments; check then counts their events as retained away.",
            footer = {"", "Examples:", "  daybook journal prune data --dry-run", "  daybook journal prune data --yes"})
    static final class Prune implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Where where = new Where();

        @Mixin
        private Consent consent = new Consent();

        Prune(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Path directory = where.of(common, console);
            long upTo = line(directory);
            boolean run = consent.given(console, "delete the archived segments up to seq " + upTo);
            List<String> files = run ? new JournalArchive(new FileDisk(), directory).prune(upTo) : List.of();
            common.output().print(console, Json.fields("upToSeq", upTo, "deleted", files, "dryRun", !run));
            return ExitCode.OK.code();
        }
    }

    /** Everything at or below it is published and in two snapshots. */
    private static long line(Path journal) {
        Path root = journal.resolveSibling(".").normalize();
        DataDirectory data = DataDirectory.of(root, "");
        FileDisk disk = new FileDisk();
        long published =
                CheckpointFile.read(disk, data.root()).map(c -> c.line()).orElse(0L);
        return Math.min(
                published, SnapshotLines.oldestNeeded(disk, ExchangeHome.of(root, VenueId.read(data.venueId()))));
    }
}
