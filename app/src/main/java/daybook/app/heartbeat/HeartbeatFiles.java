package daybook.app.heartbeat;

import daybook.app.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** In the data directory, a file {@code heartbeat-ROLE.json} for each role: there is one process for it there. */
public final class HeartbeatFiles implements Heartbeats {
    private static final String PREFIX = "heartbeat-";
    private static final String SUFFIX = ".json";

    private final Path directory;
    private final InstantSource clock;

    public HeartbeatFiles(Path directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    @Override
    public void beat(RoleReport report, Identity process) {
        PrivateFile.replace(file(report.role()), Heartbeat.text(report, process) + "\n");
    }

    @Override
    public void leave(String role, Identity process) {
        try {
            Files.deleteIfExists(file(role));
        } catch (IOException stays) {
            throw new UncheckedIOException(file(role) + ": cannot be deleted", stays);
        }
    }

    @Override
    public List<Heartbeat> all() {
        List<Heartbeat> all = new ArrayList<>();
        for (Path file : files()) {
            try {
                Instant written = Files.getLastModifiedTime(file).toInstant();
                Duration age = Duration.between(written, clock.instant());
                Heartbeat.read(Files.readAllBytes(file), age.isNegative() ? Duration.ZERO : age)
                        .ifPresent(all::add);
            } catch (NoSuchFileException left) {
                // stopped in order just now
            } catch (IOException unreadable) {
                throw new UncheckedIOException(file + ": cannot be read", unreadable);
            }
        }
        return all;
    }

    /** Nothing is kept open. */
    @Override
    public void close() {}

    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(HeartbeatFiles::isHeartbeat).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(directory + ": cannot be read", unreadable);
        }
    }

    private static boolean isHeartbeat(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    private Path file(String role) {
        return directory.resolve(PREFIX + role + SUFFIX);
    }
}
