package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Passes everything on; a planted bug overrides one method. */
public class PassingDisk implements Disk {
    private final Disk disk;

    public PassingDisk(Disk disk) {
        this.disk = disk;
    }

    @Override
    public DiskFile create(Path file) {
        return disk.create(file);
    }

    @Override
    public DiskFile open(Path file) {
        return disk.open(file);
    }

    @Override
    public DiskFile openReadOnly(Path file) {
        return disk.openReadOnly(file);
    }

    @Override
    public void createDirectories(Path directory) {
        disk.createDirectories(directory);
    }

    @Override
    public List<String> list(Path directory) {
        return disk.list(directory);
    }

    @Override
    public boolean exists(Path file) {
        return disk.exists(file);
    }

    @Override
    public void rename(Path from, Path to) {
        disk.rename(from, to);
    }

    @Override
    public void delete(Path file) {
        disk.delete(file);
    }

    @Override
    public void forceDirectory(Path directory) {
        disk.forceDirectory(directory);
    }

    @Override
    public DiskLock lock(Path file) {
        return disk.lock(file);
    }

    /** A file likewise. */
    public static class PassingFile implements DiskFile {
        private final DiskFile file;

        public PassingFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            return file.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) {
            file.write(source, position);
        }

        @Override
        public void force() {
            file.force();
        }

        @Override
        public long sizeBytes() {
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) {
            file.truncate(sizeBytes);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
