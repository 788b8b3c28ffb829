package daybook.app.broker;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java processes of a broker. Small, because it is not for production: one compiler, one collector thread, and from the second
 * start on an archive of the loaded classes, which halves the time until it is ready.
 */
record NodeProcess(BrokerFiles files, BrokerJars jars, String classPath) {
    static final String LOGGING = """
            <configuration>
              <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %level %logger{0} %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="out"/></root>
            </configuration>
            """;

    private static final String STARTED = "Kafka Server started";
    private static final long FORMAT_LIMIT_SECONDS = 60;
    private static final int LAST_BYTES = 64 << 10;
    private static final Pattern WORTH_TELLING =
            Pattern.compile("(?m)^(?:.* (?:ERROR|FATAL) |Exception in |Caused by: |.*Exception: )(.*)$");
    private static final Path OWN_SESSION = Path.of("/usr/bin/setsid");

    /** In a session of its own, so that Ctrl-C at the terminal that started it does not end it. */
    Process start(int node) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(OWN_SESSION)) {
            command.add(OWN_SESSION.toString());
        }
        command.addAll(java("-Xms32m", "-Xmx512m"));
        if (Files.exists(jars.classArchive())) {
            command.add("-XX:SharedArchiveFile=" + jars.classArchive());
        } else if (node == 1) {
            command.add("-XX:ArchiveClassesAtExit=" + nextArchive(files));
        }
        command.addAll(
                List.of("-cp", classPath, "kafka.Kafka", files.settings(node).toString()));
        try {
            return new ProcessBuilder(command)
                    .directory(files.node(node).toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(files.log(node).toFile())
                    .start();
        } catch (IOException refused) {
            throw new Failure(ExitCode.FAILURE, "the broker's process cannot be started", refused);
        }
    }

    /** Writes the identity of a node's directory, and the one user, of whom only salted hashes are kept there. */
    void format(int node, String clusterId, String password) {
        List<String> command = new ArrayList<>(java("-Xmx256m"));
        if (Files.exists(jars.classArchive())) {
            command.add("-XX:SharedArchiveFile=" + jars.classArchive());
        }
        Path arguments = files.node(node).resolve("format.args");
        daybook.app.PrivateFile.replace(
                arguments,
                String.join(
                        "\n",
                        "-cp",
                        classPath,
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        clusterId,
                        "-c",
                        '"' + files.settings(node).toString() + '"',
                        "--add-scram",
                        "\"SCRAM-SHA-256=[name=" + BrokerPlan.USER + ",password=" + password + "]\"",
                        "--add-scram",
                        "\"SCRAM-SHA-512=[name=" + BrokerPlan.USER + ",password=" + password + "]\"",
                        ""));
        command.add("@" + arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(files.log(node).toFile())
                    .start();
            boolean ended = process.waitFor(FORMAT_LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new Failure(
                        ExitCode.FAILURE, files.data(node) + ": cannot be formatted: " + lastWords(files.log(node)));
            }
            Files.delete(arguments); // it holds the password
        } catch (IOException refused) {
            throw new Failure(ExitCode.FAILURE, files.data(node) + ": cannot be formatted", refused);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCode.INTERRUPTED, "interrupted", stopped);
        }
    }

    static boolean hasStarted(Path log) {
        return Files.exists(log) && read(log).contains(STARTED);
    }

    /** The first error that a broker wrote, else its last line. */
    static String lastWords(Path log) {
        String text = Files.exists(log) ? read(log) : "";
        String tail = text.substring(Math.max(0, text.length() - LAST_BYTES));
        Matcher told = WORTH_TELLING.matcher(tail);
        String words = told.find() ? told.group(0) : tail.lines().reduce("nothing", (before, line) -> line);
        return words.strip() + " (its log: " + log + ")";
    }

    /** After a stop in order: the classes of the run that has just ended serve the next one. */
    static void keepArchive(BrokerFiles files) {
        Path next = nextArchive(files);
        if (Files.exists(next)) {
            try {
                Files.move(next, BrokerJars.ofThisProgram().classArchive(), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException slower) {
                return; // a start without it is only slower
            }
        }
    }

    private List<String> java(String... memory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(memory));
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dlogback.configurationFile=" + files.logging()));
        return command;
    }

    private static Path nextArchive(BrokerFiles files) {
        return files.directory().resolve("classes.jsa");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + ": cannot be read", unreadable);
        }
    }
}
