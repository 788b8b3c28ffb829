package daybook.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder beside the build's output, on the same disk, for what benchmarks write. */
public final class Scratch {
    private static final Path ROOT = Path.of("bench", "target", "scratch");

    private Scratch() {}

    /** A file name in the scratch folder; nothing is there. */
    public static Path file(String name) throws IOException {
        Files.createDirectories(ROOT);
        Path file = ROOT.resolve(name);
        delete(file);
        return file;
    }

    /** A new, empty folder. */
    public static Path folder(String name) throws IOException {
        return Files.createDirectories(file(name));
    }

    /** Deletes all of it: what one contest wrote is no weight on the next. */
    static void clear() throws IOException {
        delete(ROOT);
    }

    /** Deletes a file or a folder with all that is in it. */
    public static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            all.sorted(Comparator.reverseOrder()).forEach(Scratch::deleteOne);
        }
    }

    private static void deleteOne(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
