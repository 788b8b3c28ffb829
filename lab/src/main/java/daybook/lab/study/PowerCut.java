package daybook.lab.study;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A disk whose power fails at the next force after {@link #arm}. What was written since then is seen by whoever reads the files of
 * the running machine, and is gone after the restart, which finds the files as they were when everything had been forced.
 */
final class PowerCut {
    private final Disk disk;
    private boolean armed;

    PowerCut(Disk disk) {
        this.disk = disk;
    }

    Disk disk() {
        return Intercepted.of(Disk.class, disk, (name, call) -> {
            Object answer = call.proceed();
            return answer instanceof DiskFile file ? cut(file) : answer;
        });
    }

    private DiskFile cut(DiskFile file) {
        return Intercepted.of(DiskFile.class, file, (name, call) -> {
            if (armed && name.equals("force")) {
                throw new DiskException(DiskException.Kind.FAILED, Path.of("journal"), "the power is gone");
            }
            return call.proceed();
        });
    }

    /** The next force fails. Everything written until now has been forced; its files are kept as the restart will find them. */
    void arm(Path directory, Path afterTheRestart) {
        armed = true;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = afterTheRestart.resolve(directory.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
