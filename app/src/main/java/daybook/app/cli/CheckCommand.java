package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.lab.check.CheckException;
import daybook.lab.check.CheckResult;
import daybook.lab.check.TopicCheck;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares the topic of exchange events with the journal, by readers that share no code with either. */
@Command(
        name = "check",
        description =
                "Read the whole topic of exchange events and compare every record with the journal, with readers that share "
                        + "no code with them. Exit 6 unless clean; duplicates are allowed.",
        footer = {"", "Examples:", "  daybook check", "  daybook check --data /srv/venue --json"})
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private Common common = new Common();

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Place place = common.existing(console);
        try {
            CheckResult result = check(place);
            common.output().print(console, json(result));
            result.findings().forEach(console::note);
            return (result.clean() ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
        } catch (CheckException unreadable) {
            console.note(String.valueOf(unreadable.getMessage()));
            return ExitCode.CHECK_FAILED.code();
        }
    }

    /** The line is taken first: whatever is published after it may or may not be there when the topic is read. */
    private static CheckResult check(Place place) {
        Optional<VenueLink> venue = place.running();
        String topic = new Topics(place.configuration().text(Catalog.TOPIC_PREFIX)).fullName(Topics.EXCHANGE_EVENTS);
        TopicCheck.VenueFiles files =
                new TopicCheck.VenueFiles(place.data().journal(), place.data().log(), topic);
        if (venue.isPresent()) {
            Object line = Json.object(venue.get().get("/api/v1/ops/status")).getOrDefault("publishedSeq", "");
            return TopicCheck.whileRunning(
                    files, line instanceof Json.Numeral number ? Long.parseLong(number.text()) : 0);
        }
        long line = CheckpointFile.read(new FileDisk(), place.data().root())
                .map(Checkpoint::line)
                .orElse(0L);
        boolean everything = line >= new JournalReading(place.data().root()).durableSeq();
        return everything ? TopicCheck.whenStopped(files) : TopicCheck.whileRunning(files, line);
    }

    private static Map<String, Object> json(CheckResult result) {
        return Json.fields(
                "published", result.published(),
                "missing", result.missing(),
                "duplicates", result.duplicates(),
                "mismatched", result.mismatched(),
                "wrongKey", result.wrongKey(),
                "phantom", result.phantom(),
                "retainedAway", result.retainedAway());
    }
}
