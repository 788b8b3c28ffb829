package daybook.lab.simulation;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import daybook.journal.PassingDisk;
import java.nio.file.Path;

/** Disks that are asked for less than they must be. */
final class PlantedDisks {
    private PlantedDisks() {}

    /** Nobody forces the files below a directory. */
    static Disk neverForced(Disk real, Path directory) {
        return new Files(real, (path, file) -> path.toAbsolutePath().startsWith(directory) ? new Unforced(file) : file);
    }

    /** Nobody forces a directory after a file was made or named in it. */
    static Disk namesNeverForced(Disk real) {
        return new PassingDisk(real) {
            @Override
            public void forceDirectory(Path directory) {
                // Who would think of it.
            }
        };
    }

    /** A force that fails is tried again, and the second yes is believed. */
    static Disk failedForcesTriedAgain(Disk real) {
        return new Files(real, (path, file) -> new Insisting(file));
    }

    private interface Wrapping {
        DiskFile of(Path path, DiskFile file);
    }

    private static final class Files extends PassingDisk {
        private final Wrapping wrapping;

        Files(Disk real, Wrapping wrapping) {
            super(real);
            this.wrapping = wrapping;
        }

        @Override
        public DiskFile create(Path file) {
            return wrapping.of(file, super.create(file));
        }

        @Override
        public DiskFile open(Path file) {
            return wrapping.of(file, super.open(file));
        }
    }

    private static final class Unforced extends PassingDisk.PassingFile {
        Unforced(DiskFile file) {
            super(file);
        }

        @Override
        public void force() {
            // It is written, is it not?
        }
    }

    private static final class Insisting extends PassingDisk.PassingFile {
        Insisting(DiskFile file) {
            super(file);
        }

        @Override
        public void force() {
            try {
                super.force();
            } catch (DiskException e) {
                super.force();
            }
        }
    }
}
