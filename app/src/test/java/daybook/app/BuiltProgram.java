package daybook.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code daybook.jar} as tests start it: again and again and for seconds, so with one compiler, one collector thread and an archive of
 * its loaded classes, which the first test that needs it has made. A user's program has none of this.
 */
public final class BuiltProgram {
    private static final List<String> FOR_SECONDS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private BuiltProgram() {}

    /** Made once, whichever process comes first. */
    private static final class Archive {
        private static final Path FILE = jar().resolveSibling("daybook.jsa");

        // What does not fit, such as under another clock, is not used and not talked about.
        private static final List<String> OPTIONS = List.of(
                "-XX:SharedArchiveFile=" + made(), "-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off");

        private static Path made() {
            try (FileChannel lock = FileChannel.open(
                            FILE.resolveSibling("daybook.jsa.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                if (!Files.exists(FILE)
                        || Files.getLastModifiedTime(FILE).compareTo(Files.getLastModifiedTime(jar())) < 0) {
                    make();
                }
                return FILE;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        private static void make() throws IOException, InterruptedException {
            Path next = FILE.resolveSibling("daybook.jsa.next");
            Path data = Files.createTempDirectory("daybook-classes");
            List<String> command = command(List.of("-XX:ArchiveClassesAtExit=" + next, "-Xlog:cds=off"), jar());
            command.addAll(List.of("up", "--data", data.resolve("data") + "", "--port", "0", "--for", "2s"));
            int exit = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(data.resolve("said").toFile())
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException(
                        command + ": exit " + exit + "\n" + Files.readString(data.resolve("said")));
            }
            Files.move(next, FILE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    public static Path jar() {
        return Path.of(System.getProperty("daybook.jar", "target/daybook.jar")).toAbsolutePath();
    }

    /** The command that runs it with these arguments; more may be added. */
    public static List<String> command(List<String> arguments) {
        List<String> command = command(Archive.OPTIONS, jar());
        command.addAll(arguments);
        return command;
    }

    private static List<String> command(List<String> options, Path jar) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(FOR_SECONDS);
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        return command;
    }
}
