package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.app.config.Catalog;
import daybook.app.kafka.ForeignClient;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.lab.check.CheckException;
import daybook.lab.check.CheckResult;
import daybook.lab.check.TopicCheck;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointFile;
import java.nio.file.Path;
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
                        + "no code with them; on Kafka with a foreign client. Exit 6 unless clean; duplicates are allowed.",
        footer = {
            "",
            "Examples:",
            "  daybook check",
            "  daybook check --data /srv/venue --json",
            "  daybook check --log kafka"
        })
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
        if (venue.isPresent()) {
            Object line = Json.object(venue.get().get("/api/v1/ops/status")).getOrDefault("publishedSeq", "");
            return compare(place, line instanceof Json.Numeral number ? Long.parseLong(number.text()) : 0);
        }
        long line = CheckpointFile.read(new FileDisk(), place.data().root())
                .map(Checkpoint::line)
                .orElse(0L);
        boolean everything = line >= new JournalReading(place.data().root()).durableSeq();
        return compare(place, everything ? Long.MAX_VALUE : line);
    }

    /** @param line everything up to it must be there; the largest number = everything that is durable */
    static CheckResult compare(Place place, long line) {
        String topic = new Topics(place.configuration().text(Catalog.TOPIC_PREFIX)).fullName(Topics.EXCHANGE_EVENTS);
        Path journal = place.data().journal();
        if (place.isOnKafka()) {
            return TopicCheck.whileRunning(journal, ForeignClient.cluster(place.configuration(), topic), line);
        }
        return TopicCheck.whileRunning(
                new TopicCheck.VenueFiles(journal, place.data().log(), topic), line);
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
