package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.workload.Workload;
import daybook.lab.check.CheckResult;
import daybook.lab.check.TopicCheck;

/** What {@code daybook check} does: the topic against the journal, record by record. */
public final class CheckTopic implements Contestant {
    private final PublishedVenue venue;

    public CheckTopic(Workload workload) throws Exception {
        venue = PublishedVenue.write("check", workload);
        venue.publish();
    }

    @Override
    public String name() {
        return "Daybook check";
    }

    @Override
    public double run() {
        long start = System.nanoTime();
        CheckResult result = TopicCheck.whenStopped(
                new TopicCheck.VenueFiles(venue.home().journal(), venue.log(), PublishedVenue.TOPIC));
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!result.clean() || result.published() != venue.events()) {
            throw new IllegalStateException("check: " + result);
        }
        return venue.events() / seconds;
    }
}
