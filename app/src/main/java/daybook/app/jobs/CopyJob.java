package daybook.app.jobs;

import daybook.delivery.jobs.GiveUpException;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.journal.Disk;
import daybook.journal.DiskFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Copies the exchange's snapshots to a second directory, on another disk if the operator is wise. What is there already, byte for byte, is
 * not copied again; a copy that differs, since it was damaged or is another venue's, is replaced. The newest {@value #KEPT} copies are kept.
 */
final class CopyJob implements JobHandler {
    static final String NAME = "venue.copy";
    private static final int KEPT = 10;

    private final VenueJobs.Outside outside;

    CopyJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration timeout() {
        return outside.longest();
    }

    @Override
    public void run(JobContext context) throws GiveUpException {
        Optional<Path> target = outside.copies();
        if (target.isEmpty()) {
            throw new GiveUpException("daybook.snapshot.copies: not set (expected: the directory that copies go to)");
        }
        Disk disk = outside.disk();
        WholeFile files = outside.files(target.get(), context);
        List<String> names = disk.list(outside.snapshots()).stream()
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
        Path source = outside.snapshots().resolve(name);
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
