package daybook.app.broker;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Kafka's jars. Maven fetches them when a broker is started for the first time, by {@code build/broker/pom.xml}; the class path is
 * remembered beside it.
 *
 * @param root the project's directory
 */
record BrokerJars(Path root) {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Throws a {@link Failure} with exit code 69 if this program was taken out of its project. */
    static BrokerJars ofThisProgram() {
        String said = System.getProperty("daybook.root", "");
        Path root = said.isEmpty() ? besideTheJar() : Path.of(said);
        BrokerJars jars = new BrokerJars(root.toAbsolutePath().normalize());
        if (!Files.isRegularFile(jars.pom())) {
            throw new Failure(
                    ExitCode.ENVIRONMENT,
                    jars.pom() + ": not there (expected: the program in its project's directory, run by ./daybook)");
        }
        return jars;
    }

    /** Where the shared archive of the broker's classes lies, for this Java. */
    Path classArchive() {
        return target().resolve("classes-" + Runtime.version().feature() + ".jsa");
    }

    /** The class path, fetched if need be. Throws a {@link Failure} with exit code 69 saying what Maven said if it cannot be had. */
    String classPath(Runnable beforeFetching) {
        return remembered().orElseGet(() -> {
            beforeFetching.run();
            return fetched();
        });
    }

    private Optional<String> remembered() {
        try {
            if (!Files.exists(memory())
                    || Files.getLastModifiedTime(memory()).compareTo(Files.getLastModifiedTime(pom())) < 0) {
                return Optional.empty();
            }
            String classPath = Files.readString(memory()).strip();
            boolean whole = !classPath.isEmpty()
                    && List.of(classPath.split(File.pathSeparator)).stream()
                            .allMatch(jar -> Files.exists(Path.of(jar)));
            return whole ? Optional.of(classPath) : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private String fetched() {
        try {
            Files.createDirectories(target());
            Path next = Files.createTempFile(target(), "class-path", ".next");
            Process maven = new ProcessBuilder(
                            "mvn",
                            "-q",
                            "-B",
                            "-ntp",
                            "-f",
                            pom().toString(),
                            "-Dmaven.test.skip=true",
                            "dependency:build-classpath",
                            "-Dmdep.includeScope=runtime",
                            "-Dmdep.outputFile=" + next)
                    .redirectErrorStream(true)
                    .redirectOutput(log().toFile())
                    .start();
            if (!maven.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                maven.destroy();
                throw new Failure(
                        ExitCode.ENVIRONMENT, "mvn: not done after " + LIMIT.toMinutes() + " min; its log: " + log());
            }
            if (maven.exitValue() != 0) {
                throw new Failure(
                        ExitCode.ENVIRONMENT,
                        "Kafka's jars could not be fetched (expected: Maven and its repository; its log: " + log()
                                + ")");
            }
            Files.deleteIfExists(classArchive()); // of another class path
            Files.move(next, memory(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return Files.readString(memory()).strip();
        } catch (IOException refused) {
            throw new Failure(
                    ExitCode.ENVIRONMENT,
                    "mvn: cannot be run (" + refused.getMessage() + "; expected: Maven, as for the build)",
                    refused);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCode.INTERRUPTED, "interrupted", stopped);
        }
    }

    private Path pom() {
        return root.resolve("build/broker/pom.xml");
    }

    private Path target() {
        return root.resolve("build/broker/target");
    }

    private Path memory() {
        return target().resolve("class-path");
    }

    private Path log() {
        return target().resolve("maven.log");
    }

    /** The program's jar lies in {@code app/target}. */
    private static Path besideTheJar() {
        try {
            Path jar = Path.of(BrokerJars.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return jar.resolve("../../..").normalize();
        } catch (java.net.URISyntaxException | IllegalArgumentException nowhere) {
            return Path.of(".");
        }
    }
}
