package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.venue.OfflineRebuild;
import daybook.app.venue.PostTrade;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerRebuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

/** A service's tables as a whole. */
@Command(
        name = "service",
        description = "A service's tables: keep a snapshot of them, build them again from the log.",
        subcommands = {ServiceCommand.Snapshot.class, ServiceCommand.Rebuild.class},
        footer = {
            "",
            "Examples:",
            "  daybook service snapshot ledger --out ledger.snapshot",
            "  daybook service rebuild ledger"
        })
final class ServiceCommand {
    private static final String SERVICE =
            "ledger. (board is computed from it at every change; audit keeps counters only.)";

    private static void requireLedger(String service) {
        if (!service.equals(Ledger.NAME)) {
            throw new Failure(ExitCode.NOT_FOUND, service + ": no such service (expected: ledger)");
        }
    }

    private static void remove(Path snapshot) {
        try {
            for (String part : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(snapshot.resolveSibling(snapshot.getFileName() + part));
            }
        } catch (IOException left) {
            // It is replaced by the next one.
        }
    }

    /** Keeps one. */
    @Command(
            name = "snapshot",
            description = "Write a service's state, and the offsets that it covers, to a file; the service works on.",
            footer = {"", "Examples:", "  daybook service snapshot ledger --out ledger.snapshot"})
    static final class Snapshot implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Parameters(paramLabel = "SERVICE", description = SERVICE)
        private String service = "";

        @Option(names = "--out", required = true, paramLabel = "FILE", description = "A file that is not there yet.")
        private Path out = Path.of("");

        Snapshot(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            requireLedger(service);
            Place place = common.log(console);
            if (Files.exists(out)) {
                throw new Failure(ExitCode.USAGE, "--out: " + out + " is there already (expected: a new file)");
            }
            Path part = out.resolveSibling(out.getFileName() + ".part");
            try (PostTrade postTrade = place.postTrade()) {
                if (!postTrade.ledgerDatabase().exists()) {
                    throw new Failure(
                            ExitCode.NOT_FOUND, postTrade.ledgerDatabase().name() + ": no ledger has run here");
                }
                LedgerRebuild.snapshot(postTrade.ledgerDatabase(), new SqliteDatabase(part, Duration.ZERO));
                Files.move(part, out);
            } catch (IOException refused) {
                throw new Failure(ExitCode.FAILURE, out + ": cannot be written", refused);
            } finally {
                ServiceCommand.remove(part);
            }
            common.output().print(console, Json.fields("service", service, "snapshot", out.toString()));
            return ExitCode.OK.code();
        }
    }

    /** Builds. */
    @Command(
            name = "rebuild",
            description =
                    "Build a service's tables again beside those it works with, from the log's first record or from a "
                            + "snapshot, and put them in their place in one transaction. Corrections, and repairs of dead letters, are not "
                            + "on the log: they are to be made again.",
            footer = {
                "",
                "Examples:",
                "  daybook service rebuild ledger --dry-run",
                "  daybook service rebuild ledger --from-snapshot ledger.snapshot --yes"
            })
    static final class Rebuild implements Callable<Integer> {
        private static final long LOOK_MS = 200;
        private static final int LOOKS_PER_NOTE = 50;

        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Consent consent = new Consent();

        @Parameters(paramLabel = "SERVICE", description = SERVICE)
        private String service = "";

        @Option(
                names = "--from-snapshot",
                paramLabel = "FILE",
                description = "Begin with what service snapshot wrote; needed where the log has dropped records.")
        private Optional<Path> snapshot = Optional.empty();

        Rebuild(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() throws InterruptedException {
            requireLedger(service);
            Place place = common.log(console);
            snapshot.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
                throw new Failure(ExitCode.NOT_FOUND, "--from-snapshot: " + file + " is not there");
            });
            boolean go = consent.given(console, "replace the tables of " + service + " by new ones from the log");
            Map<String, Object> result = go ? rebuild(place) : Json.fields("service", service);
            result.put("dryRun", !go);
            common.output().print(console, result);
            return ExitCode.OK.code();
        }

        private Map<String, Object> rebuild(Place place) throws InterruptedException {
            snapshot.ifPresent(file -> lay(file, place.data().ledgerSnapshot()));
            try {
                Optional<VenueLink> venue = place.running();
                if (place.isOnKafka() && venue.isEmpty()) {
                    try (LogView view = LogView.of(place);
                            PostTrade postTrade = place.postTrade()) {
                        return OfflineRebuild.run(view.log(), place.data(), postTrade, snapshot.isPresent());
                    }
                }
                return VenueAccess.ask(place, this::ask);
            } finally {
                remove(place.data().ledgerSnapshot());
            }
        }

        private Map<String, Object> ask(VenueLink venue) {
            String path = "/api/v1/ops/services/" + service + "/rebuild";
            Map<String, Object> report = venue.post(path, Json.fields("fromSnapshot", snapshot.isPresent()));
            for (int look = 1; !isOver(report); look++) {
                if (look % LOOKS_PER_NOTE == 0) {
                    console.note(service + ": " + report.get("read") + " of " + report.get("end") + " records");
                }
                try {
                    Thread.sleep(LOOK_MS);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new Failure(ExitCode.INTERRUPTED, service + ": is still being built", stopped);
                }
                report = Json.object(venue.get(path));
            }
            if ("failed".equals(report.get("state"))) {
                throw new Failure(ExitCode.FAILURE, service + ": " + report.get("message"));
            }
            Map<String, Object> result = new LinkedHashMap<>(report);
            result.keySet().retainAll(List.of("service", "read", "end"));
            return result;
        }

        private static boolean isOver(Map<String, Object> report) {
            return "done".equals(report.get("state")) || "failed".equals(report.get("state"));
        }

        /** Where the service finds it, whole or not at all. */
        private static void lay(Path from, Path to) {
            Path copy = to.resolveSibling(to.getFileName() + ".copy");
            try {
                Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
                Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException refused) {
                throw new Failure(ExitCode.FAILURE, from + ": cannot be copied to " + to, refused);
            }
        }
    }
}
