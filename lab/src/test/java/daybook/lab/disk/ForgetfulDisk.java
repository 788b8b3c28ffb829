package daybook.lab.disk;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.FileDisk;
import daybook.journal.PassingDisk;
import java.nio.file.Path;

/** The planted bug: nothing is ever forced. */
final class ForgetfulDisk extends PassingDisk {
    ForgetfulDisk() {
        this(new FileDisk());
    }

    private ForgetfulDisk(Disk disk) {
        super(disk);
    }

    @Override
    public DiskFile create(Path file) {
        return new Unforced(super.create(file));
    }

    @Override
    public DiskFile open(Path file) {
        return new Unforced(super.open(file));
    }

    @Override
    public void forceDirectory(Path directory) {}

    private static final class Unforced extends PassingFile {
        Unforced(DiskFile file) {
            super(file);
        }

        @Override
        public void force() {}
    }
}
