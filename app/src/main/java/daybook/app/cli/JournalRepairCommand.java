package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.journal.FileDisk;
import daybook.journal.JournalException;
import daybook.journal.RepairFromCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Heals a damaged journal. */
@Command(
        name = "repair",
        description =
                "Heal a damaged journal with a copy of its directory: what is damaged here, and only that, is taken from "
                        + "there. The copy may be older, or damaged elsewhere. Nothing is changed unless the whole journal is sound "
                        + "with it (exit 6 names what is missing); the damaged files are kept in damaged-NNNN. The venue must be stopped.",
        footer = {
            "",
            "Examples:",
            "  daybook journal repair data --from /mnt/mirror/data --dry-run",
            "  daybook journal repair data --from /mnt/mirror/data --yes"
        })
final class JournalRepairCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    @Mixin
    private JournalCommand.Where where = new JournalCommand.Where();

    @Mixin
    private Consent consent = new Consent();

    @Option(
            names = "--from",
            paramLabel = "COPY",
            required = true,
            description = "Copy of the data or journal directory.")
    private Path from = Path.of("");

    JournalRepairCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path directory = where.of(common, console);
        Path copy = JournalReading.directoryOf(from);
        if (!JournalReading.isJournal(copy)) {
            throw new Failure(ExitCode.NOT_FOUND, "--from: " + from + ": no journal here (expected: a copy of one)");
        }
        boolean run = consent.given(console, "put what is whole in " + copy + " in the place of what is damaged");
        Optional<RepairFromCopy.Healed> healed = heal(directory, copy, !run);
        common.output()
                .print(
                        console,
                        Json.fields(
                                "damaged", healed.isPresent(),
                                "segments",
                                        healed.map(RepairFromCopy.Healed::segments)
                                                .orElse(List.of()),
                                "bytes",
                                        healed.map(RepairFromCopy.Healed::bytes).orElse(0L),
                                "dryRun", !run));
        return ExitCode.OK.code();
    }

    private static Optional<RepairFromCopy.Healed> heal(Path directory, Path copy, boolean dryRun) {
        try {
            return new RepairFromCopy(new FileDisk(), directory, copy).heal(dryRun);
        } catch (JournalException notThere) {
            throw new Failure(ExitCode.CHECK_FAILED, String.valueOf(notThere.getMessage()), notThere);
        }
    }
}
