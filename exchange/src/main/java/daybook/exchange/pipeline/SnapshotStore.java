package daybook.exchange.pipeline;

import daybook.exchange.matching.MatchingEngine;
import daybook.exchange.matching.SnapshotFormatException;
import daybook.exchange.matching.SnapshotInput;
import daybook.journal.Disk;
import daybook.journal.DiskFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The snapshot files of a directory, named by the last command that they contain. Only a file with its final name counts; the
 * last two are kept, so that damage to one costs a longer replay and nothing else.
 */
final class SnapshotStore {
    /** Snapshots kept. */
    static final int KEPT = 2;

    private static final Pattern NAME = Pattern.compile("snapshot-(\\d{19})\\.dbs");
    private static final String TEMPORARY = "snapshot.tmp";

    private final Disk disk;
    private final Path directory;
    private final UUID venueId;

    SnapshotStore(Disk disk, Path directory, UUID venueId) {
        this.disk = disk;
        this.directory = directory;
        this.venueId = venueId;
    }

    UUID venueId() {
        return venueId;
    }

    /**
     * What was found.
     *
     * @param snapshot the newest that is whole
     * @param damaged newer ones that are not, each with what is wrong
     */
    record Found(Optional<Snapshot> snapshot, List<String> damaged) {}

    /**
     * Reads the newest whole snapshot. Changes nothing.
     *
     * @throws ExchangeRefusedException if one is another venue's or of an unknown format
     */
    Found newest() {
        List<String> damaged = new ArrayList<>();
        for (long commandSeq : newestFirst()) {
            try {
                return new Found(Optional.of(read(commandSeq)), damaged);
            } catch (SnapshotDamagedException e) {
                damaged.add(String.valueOf(e.getMessage()));
            }
        }
        return new Found(Optional.empty(), damaged);
    }

    /**
     * Reads one.
     *
     * @throws SnapshotDamagedException if it is damaged or not whole
     * @throws ExchangeRefusedException if it is another venue's or of an unknown format
     */
    Snapshot read(long commandSeq) {
        Path path = path(commandSeq);
        try (DiskFile file = disk.openReadOnly(path)) {
            Snapshot snapshot = SnapshotFile.read(path, file);
            requireOurs(path, snapshot.header());
            return snapshot;
        }
    }

    /**
     * The engine whose state a snapshot is.
     *
     * @throws ExchangeRefusedException if the state is not one that this program can read
     */
    MatchingEngine engine(Snapshot snapshot) {
        Path path = path(snapshot.header().commandSeq());
        try {
            MatchingEngine engine =
                    MatchingEngine.read(new SnapshotInput(snapshot.state().get(0)));
            if (engine.lastSeq() != snapshot.header().seq()) {
                throw new ExchangeRefusedException(path + ": seq: "
                        + snapshot.header().seq() + " (expected: " + engine.lastSeq() + ", the state's)");
            }
            return engine;
        } catch (SnapshotFormatException e) {
            throw new ExchangeRefusedException(path + ": " + e.getMessage());
        }
    }

    /** Writes a snapshot under a temporary name and forces it. */
    void prepare(Snapshot snapshot) {
        disk.createDirectories(directory);
        Path temporary = directory.resolve(TEMPORARY);
        disk.delete(temporary);
        try (DiskFile file = disk.create(temporary)) {
            SnapshotFile.write(snapshot, file);
            file.force();
        }
    }

    /** Gives the prepared snapshot its name, durably; then drops all but the last two. */
    void publish(long commandSeq) {
        disk.rename(directory.resolve(TEMPORARY), path(commandSeq));
        disk.forceDirectory(directory);
        List<Long> all = newestFirst();
        for (long old : all.subList(Math.min(KEPT, all.size()), all.size())) {
            disk.delete(path(old));
        }
    }

    /** Drops what a crash left half written. To be called with the journal's lock held. */
    void discardPrepared() {
        disk.delete(directory.resolve(TEMPORARY));
    }

    /** Command numbers of the snapshots that have their name. */
    List<Long> newestFirst() {
        List<Long> numbers = new ArrayList<>();
        for (String name : disk.list(directory)) {
            Matcher matcher = NAME.matcher(name);
            if (matcher.matches()) {
                numbers.add(Long.parseLong(matcher.group(1)));
            }
        }
        numbers.sort(Collections.reverseOrder());
        return numbers;
    }

    Path path(long commandSeq) {
        return directory.resolve(String.format(Locale.ROOT, "snapshot-%019d.dbs", commandSeq));
    }

    private void requireOurs(Path path, SnapshotHeader header) {
        if (!header.venueId().equals(venueId)) {
            throw new ExchangeRefusedException(path + ": venue: " + header.venueId() + " (expected: " + venueId + ")");
        }
        if (!path.equals(path(header.commandSeq()))) {
            throw new SnapshotDamagedException(
                    path + ": commandSeq: " + header.commandSeq() + " (expected: as its name)");
        }
    }
}
