package daybook.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file of the {@link FileDisk}. */
final class FileDiskFile implements DiskFile {
    private final Path file;
    private final FileChannel channel;

    FileDiskFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        int total = 0;
        try {
            while (target.hasRemaining()) {
                int count = channel.read(target, position + total);
                if (count < 0) {
                    break;
                }
                total += count;
            }
        } catch (IOException e) {
            throw FileDisk.failure(file, e);
        }
        return total;
    }

    @Override
    public void write(ByteBuffer source, long position) {
        long at = position;
        try {
            while (source.hasRemaining()) {
                at += channel.write(source, at);
            }
        } catch (IOException e) {
            throw writeFailure(e, source.remaining());
        }
    }

    @Override
    public void force() {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw FileDisk.failure(file, e);
        }
    }

    @Override
    public long sizeBytes() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw FileDisk.failure(file, e);
        }
    }

    @Override
    public void truncate(long sizeBytes) {
        try {
            channel.truncate(sizeBytes);
        } catch (IOException e) {
            throw FileDisk.failure(file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileDisk.failure(file, e);
        }
    }

    /** The system's words depend on its language; the free space does not. */
    private DiskException writeFailure(IOException e, int wantedBytes) {
        DiskException failure = FileDisk.failure(file, e);
        boolean full =
                failure.kind() == DiskException.Kind.FAILED && file.toFile().getUsableSpace() < wantedBytes;
        return full ? new DiskException(DiskException.Kind.FULL, file, String.valueOf(e.getMessage()), e) : failure;
    }
}
