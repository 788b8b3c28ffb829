package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.PassingDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Knows which files are open. */
final class CountingDisk extends PassingDisk {
    private final List<Path> open = new ArrayList<>();

    CountingDisk(Disk disk) {
        super(disk);
    }

    List<Path> open() {
        return List.copyOf(open);
    }

    @Override
    public DiskFile create(Path file) {
        return counted(file, super.create(file));
    }

    @Override
    public DiskFile open(Path file) {
        return counted(file, super.open(file));
    }

    @Override
    public DiskFile openReadOnly(Path file) {
        return counted(file, super.openReadOnly(file));
    }

    private DiskFile counted(Path path, DiskFile file) {
        open.add(path);
        return new PassingFile(file) {
            private boolean closed;

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    open.remove(path);
                }
                super.close();
            }
        };
    }
}
