package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.workload.Workload;
import java.nio.file.Files;

/** A backlog in the journal, published to the embedded log: tail, JSON, keyed append, durable acknowledgement, checkpoint. */
public final class Publishing implements Contestant {
    private final PublishedVenue venue;

    public Publishing(Workload workload) throws Exception {
        venue = PublishedVenue.write("publisher", workload);
    }

    @Override
    public String name() {
        return "Daybook publisher to the embedded log";
    }

    public int events() {
        return Math.toIntExact(venue.events());
    }

    /** What a record takes on the log's files on the average, rounded up to whole words. */
    public int recordBytes() throws Exception {
        venue.publish();
        try (var files = Files.walk(venue.log())) {
            long bytes = files.filter(file -> file.toString().endsWith(".seg"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
            return (int) (bytes / venue.events() + 7) & ~7;
        }
    }

    @Override
    public double run() throws Exception {
        return venue.events() / venue.publish();
    }
}
