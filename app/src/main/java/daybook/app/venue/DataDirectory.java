package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a venue keeps everything.
 *
 * <pre>
 *  journal/               commands and events; its lock means that a venue is running
 *  snapshots/             states of the exchange
 *  log/                   the embedded log
 *  db/                    capture.db, ledger.db, board.db, market.db, strategies.db, jobs.db once there was a job, and audit.db where an audit runs
 *  statements/            statements and contract notes of each day, made by a job
 *  reports/               reconciliation reports, made by a job
 *  publisher.checkpoint   what the log has acknowledged
 *  tokens.json            the first tokens, in clear, for the owner of the directory
 *  token-store.json       hashes of all tokens
 *  venue.id               which venue this is
 *  run.json               address of the running process and a token for it; gone when it has stopped
 *  run-ROLE.json          the same of a process of {@code daybook run ROLE}
 *  heartbeat-ROLE.json    how a role was at its last heartbeat, on Kafka with SQLite; gone when it has stopped in order
 * </pre>
 *
 * <p>Directories have mode 0700, files 0600. A directory that others can write, or that belongs to somebody else, is refused.
 */
public record DataDirectory(Path root, Path databases) {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final String JOURNAL = "journal";

    /**
     * Names the places in a directory.
     *
     * @param databaseUrl {@code jdbc:sqlite:DIRECTORY}, or "" for {@code db} in the root; with any other there are no files, and
     *     their place is the root
     */
    public static DataDirectory of(Path root, String databaseUrl) {
        String prefix = "jdbc:sqlite:";
        Path databases = root;
        if (databaseUrl.isEmpty()) {
            databases = root.resolve("db");
        } else if (databaseUrl.startsWith(prefix)) {
            databases = Path.of(databaseUrl.substring(prefix.length()));
        }
        return new DataDirectory(
                root.toAbsolutePath().normalize(), databases.toAbsolutePath().normalize());
    }

    public Path journal() {
        return root.resolve(JOURNAL);
    }

    public Path snapshots() {
        return root.resolve("snapshots");
    }

    public Path log() {
        return root.resolve("log");
    }

    public Path captureDatabase() {
        return databases.resolve("capture.db");
    }

    public Path ledgerDatabase() {
        return databases.resolve("ledger.db");
    }

    Path ledgerBeside() {
        return databases.resolve("ledger.beside.db");
    }

    /** Where the command line leaves a snapshot for the ledger to be built from. */
    public Path ledgerSnapshot() {
        return databases.resolve("ledger.snapshot.db");
    }

    public Path boardDatabase() {
        return databases.resolve("board.db");
    }

    public Path marketDatabase() {
        return databases.resolve("market.db");
    }

    public Path strategiesDatabase() {
        return databases.resolve("strategies.db");
    }

    public Path auditDatabase() {
        return databases.resolve("audit.db");
    }

    public Path jobsDatabase() {
        return databases.resolve("jobs.db");
    }

    /** Statements and contract notes, a directory for each day. */
    public Path statements() {
        return root.resolve("statements");
    }

    /** What jobs report. */
    public Path reports() {
        return root.resolve("reports");
    }

    public Path checkpoint() {
        return root.resolve("publisher.checkpoint");
    }

    /** Session state of FIX. */
    public Path fix() {
        return root.resolve("fix");
    }

    public Path firstTokens() {
        return root.resolve("tokens.json");
    }

    public Path tokenStore() {
        return root.resolve("token-store.json");
    }

    public Path venueId() {
        return root.resolve("venue.id");
    }

    public Path run() {
        return run(VenueRole.EXCHANGE);
    }

    /** What the process of a role leaves for the command line. */
    public Path run(VenueRole role) {
        return root.resolve(role == VenueRole.EXCHANGE ? "run.json" : "run-" + role.text() + ".json");
    }

    /** Whether a venue has ever run here. */
    public boolean isVenue() {
        return Files.isDirectory(journal());
    }

    /** For readers. Throws a {@link Failure} with exit code 3 if there is no venue. */
    public DataDirectory existing() {
        if (!isVenue()) {
            throw new Failure(
                    ExitCode.NOT_FOUND, root + ": no venue here (expected: a data directory; daybook up makes one)");
        }
        return this;
    }

    /** Makes what is missing. Throws a {@link Failure} if the directory cannot be had or is not safe. */
    public void prepare() {
        make(root);
        check(root);
        refuseLinks();
        make(databases);
        check(databases);
    }

    /** What is inside lies inside: a link could lead writes, and the check of who may write, somewhere else. */
    private void refuseLinks() {
        Stream.of(
                        journal(),
                        snapshots(),
                        log(),
                        root.resolve("db"),
                        checkpoint(),
                        firstTokens(),
                        tokenStore(),
                        venueId())
                .filter(Files::isSymbolicLink)
                .findFirst()
                .ifPresent(link -> {
                    throw new Failure(
                            ExitCode.FAILURE,
                            link
                                    + ": a symbolic link (expected: none inside the data directory; it may itself be"
                                    + " one)");
                });
    }

    private static void make(Path directory) {
        try {
            if (!Files.exists(directory)) {
                Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            }
            if (!Files.isDirectory(directory)) {
                throw new Failure(ExitCode.FAILURE, directory + ": not a directory");
            }
        } catch (IOException refused) {
            throw new Failure(
                    ExitCode.FAILURE,
                    directory + ": cannot be made (expected: a directory that can be written)",
                    refused);
        }
    }

    private static void check(Path directory) {
        try {
            PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
            String owner = attributes.owner().getName();
            Optional<String> user = currentUser();
            if (user.isPresent() && !owner.equals(user.get())) {
                throw new Failure(
                        ExitCode.FAILURE,
                        directory + ": belongs to " + owner + " (expected: a directory of " + user.get() + ")");
            }
            Set<PosixFilePermission> others =
                    EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
            others.retainAll(attributes.permissions());
            if (!others.isEmpty()) {
                throw new Failure(
                        ExitCode.FAILURE,
                        directory + ": others can write it (expected: mode 0700; chmod 700 " + directory + ")");
            }
            if (!Files.isWritable(directory)) {
                throw new Failure(
                        ExitCode.FAILURE, directory + ": cannot be written (permission, or a read-only file system)");
            }
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILURE, directory + ": cannot be read", unreadable);
        }
    }

    /** Whose process this is, as the file system sees it; empty where that cannot be told. */
    private static Optional<String> currentUser() {
        try {
            Path self = Path.of("/proc/self");
            return Files.exists(self)
                    ? Optional.of(Files.getOwner(self).getName())
                    : Optional.of(System.getProperty("user.name", ""));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
