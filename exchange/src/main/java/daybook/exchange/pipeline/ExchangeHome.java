package daybook.exchange.pipeline;

import daybook.journal.JournalSettings;
import daybook.journal.ProvenLine;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Where an exchange lives, and whose it is.
 *
 * @param directory holds the journal in {@code journal} and snapshots in {@code snapshots}
 * @param venueId another venue's files are refused
 * @param segmentBytes size of a journal segment
 * @param proven lines that others, such as the publisher, saw as durable: a journal that ends below one is refused
 */
public record ExchangeHome(Path directory, UUID venueId, long segmentBytes, List<ProvenLine> proven) {

    public ExchangeHome {
        proven = List.copyOf(proven);
    }

    public static ExchangeHome of(Path directory, UUID venueId) {
        return new ExchangeHome(directory, venueId, JournalSettings.DEFAULT_SEGMENT_BYTES, List.of());
    }

    public Path journal() {
        return directory.resolve("journal");
    }

    public Path snapshots() {
        return directory.resolve("snapshots");
    }
}
