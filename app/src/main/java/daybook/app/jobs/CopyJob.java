package daybook.app.jobs;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.journal.Disk;
import daybook.journal.DiskFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Copies the exchange's snapshots to a second directory, on another disk if the operator is wise. What is there already, byte for byte, is
 * not copied again; a copy that differs, since it was damaged or is another venue's, is replaced. The newest {@value #KEPT} copies are kept.
 */
final class CopyJob implements JobHandler {
    static final String NAME = "venue.copy";
    private static final int KEPT = 10;

    private final Places places;

    /**
     * Where it copies from and to.
     *
     * @param copies empty: nowhere
     * @param longest its timeout
     */
    record Places(Disk disk, Path snapshots, Optional<Path> copies, InstantSource machine, Duration longest) {}

    CopyJob(Places places) {
        this.places = places;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration timeout() {
        return places.longest();
    }

    @Override
    public void run(JobContext context) throws GiveUpException {
        Optional<Path> target = places.copies();
        if (target.isEmpty()) {
            throw new GiveUpException("daybook.snapshot.copies: not set (expected: the directory that copies go to)");
        }
        Disk disk = places.disk();
        WholeFile files = WholeFile.of(disk, target.get(), context, places.machine());
        List<String> names = disk.list(places.snapshots()).stream()
                .filter(name -> name.endsWith(VenueJobs.SNAPSHOT))
                .toList();
        int copied = 0;
        for (int n = 0; n < names.size() && !context.isCancelled(); n++) {
            String name = names.get(n);
            context.progress(n, names.size(), name);
            if (copy(disk, files, name)) {
                copied++;
            }
        }
        files.force();
        keepTheNewest(disk, target.get());
        context.progress(names.size(), names.size(), copied + " copied");
    }

    /** Names of snapshots sort as their numbers do. */
    private static void keepTheNewest(Disk disk, Path directory) {
        List<String> there = disk.list(directory).stream()
                .filter(name -> name.endsWith(VenueJobs.SNAPSHOT))
                .toList();
        there.subList(0, Math.max(0, there.size() - KEPT)).forEach(name -> disk.delete(directory.resolve(name)));
    }

    /** False if it is there already, or the exchange has deleted it meanwhile. */
    private boolean copy(Disk disk, WholeFile files, String name) {
        Path source = places.snapshots().resolve(name);
        if (!disk.exists(source)) {
            return false;
        }
        try (DiskFile file = disk.openReadOnly(source)) {
            if (files.has(name, file)) {
                return false;
            }
            files.copy(name, file);
        }
        return true;
    }
}
