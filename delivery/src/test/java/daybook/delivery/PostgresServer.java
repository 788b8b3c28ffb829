package daybook.delivery;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import daybook.log.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * A real PostgreSQL on 127.0.0.1, from the binaries that Maven brings, in a directory of its own. It can be killed and started
 * again. It does not force its files to the disk: what a test kills is a process and not the machine.
 */
public final class PostgresServer implements AutoCloseable {
    private static final String BINARIES = "/postgres-linux-x86_64.txz";
    private static final Duration START = Duration.ofSeconds(60);
    private static final int STARTS = 100;
    private static @Nullable PostgresServer shared;

    private final Path bin;
    private final Path directory;
    private final int port;
    private final boolean durable;
    private @Nullable Process process;

    private PostgresServer(Path bin, boolean durable) throws IOException {
        this.bin = bin;
        this.durable = durable;
        this.directory = Files.createTempDirectory("daybook-postgres");
        this.port = FreePort.next();
    }

    /**
     * The server that all tests of this process share. Without one the test is skipped, or fails where
     * {@code POSTGRES_REQUIRED=1}.
     */
    public static synchronized PostgresServer shared() {
        PostgresServer server = shared;
        if (server == null) {
            server = start();
            shared = server;
        }
        return server;
    }

    /** A server of its own for a test that harms it; as {@link #shared}. */
    public static PostgresServer start() {
        return required(false);
    }

    /** The same with commits that survive a power cut, to measure them. */
    public static PostgresServer startDurable() {
        return required(true);
    }

    private static PostgresServer required(boolean durable) {
        try {
            return open(durable);
        } catch (IOException | SQLException e) {
            if ("1".equals(System.getenv("POSTGRES_REQUIRED"))) {
                throw new AssertionError("no PostgreSQL, and POSTGRES_REQUIRED=1", e);
            }
            assumeTrue(false, "no PostgreSQL: " + e.getMessage());
            throw new AssertionError(e);
        }
    }

    private static PostgresServer open(boolean durable) throws IOException, SQLException {
        PostgresServer server = new PostgresServer(unpacked(), durable);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        server.initialise();
        server.restart();
        return server;
    }

    /** With the user in it; no password is asked for. */
    public String url() {
        return url("postgres");
    }

    /** The same of another database. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
    }

    /** A connection of the superuser. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Ends all sessions but its own, as an operator or a fail-over would. */
    public void terminateSessions() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Kills the server, and with it everything it had not written. Nothing answers when it returns. */
    public void kill() {
        Process current = process;
        process = null;
        if (current != null) {
            Stream.concat(current.descendants(), Stream.of(current.toHandle())).toList().stream()
                    .peek(ProcessHandle::destroyForcibly)
                    .forEach(killed -> killed.onExit().join());
        }
    }

    /** Ends it in order, and with it all sessions, as a restart by an operator does. Nothing answers when it returns. */
    public void stop() {
        Process current = process;
        process = null;
        if (current != null) {
            try {
                // SIGINT: the "fast" way. SIGTERM would wait until everybody has gone.
                run(List.of("kill", "-INT", "" + current.pid()));
                await(current, "the server");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Starts it where it was; it recovers first if it was killed. Returns when it answers. A process of the killed server that was
     * born while it was killed keeps the next one from starting until it sees that it is alone: tried again for a while.
     */
    public void restart() throws IOException, SQLException {
        kill();
        for (int left = STARTS; !answers(launch()); left--) {
            if (left == 1) {
                throw new IOException("the server does not start: " + Files.readString(output()));
            }
            pause();
        }
    }

    private Process launch() throws IOException {
        List<String> command =
                command("postgres", "-D", directory.toString(), "-p", "" + port, "-c", "listen_addresses=127.0.0.1");
        for (String setting : List.of(
                "unix_socket_directories=",
                "fsync=" + (durable ? "on" : "off"),
                "full_page_writes=" + (durable ? "on" : "off"),
                "max_connections=60",
                "shared_buffers=64MB",
                "max_wal_size=512MB",
                "log_min_messages=fatal")) {
            command.addAll(List.of("-c", setting));
        }
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
        process = started;
        return started;
    }

    private Path output() {
        return directory.resolve("server.txt");
    }

    @Override
    public synchronized void close() {
        kill();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException gone) {
            // Nothing to delete.
        }
    }

    private void initialise() throws IOException {
        run(command(
                "initdb",
                "-A",
                "trust",
                "-U",
                "postgres",
                "-E",
                "UTF-8",
                "--locale=C",
                "--no-sync",
                "-D",
                directory + ""));
    }

    /** Whether it answers in time; false as soon as it has ended. */
    private boolean answers(Process started) throws SQLException {
        long end = System.nanoTime() + START.toNanos();
        while (started.isAlive()) {
            try (Connection connection = connect()) {
                if (connection.isValid(5)) {
                    return true;
                }
            } catch (SQLException refused) {
                if (System.nanoTime() - end > 0) {
                    throw refused;
                }
            }
            pause();
        }
        return false;
    }

    private List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        // It refuses to run as root; in a user namespace without that user it is nobody.
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** The binaries, unpacked once for all modules. */
    private static Path unpacked() throws IOException {
        String root = System.getProperty("daybook.root", "..");
        Path target = Path.of(root, "target", "postgresql").toAbsolutePath().normalize();
        if (!Files.isDirectory(target)) {
            Files.createDirectories(target.getParent());
            Path unpacking = Files.createTempDirectory(target.getParent(), "postgresql");
            unpack(unpacking);
            try {
                Files.move(unpacking, target);
            } catch (FileAlreadyExistsException | AtomicMoveNotSupportedException another) {
                // Another process was faster.
            }
        }
        return target.resolve("bin");
    }

    private static void unpack(Path directory) throws IOException {
        InputStream packed = PostgresServer.class.getResourceAsStream(BINARIES);
        if (packed == null) {
            throw new IOException("no binaries for this platform on the class path");
        }
        Process tar = new ProcessBuilder("tar", "-x", "-C", directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream files = new XZInputStream(packed);
                OutputStream out = tar.getOutputStream()) {
            files.transferTo(out);
        }
        await(tar, "tar");
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await(process, command + "");
    }

    private static void await(Process process, String what) throws IOException {
        try {
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(what + " does not end");
            }
            if (process.exitValue() != 0) {
                throw new IOException(what + " failed: " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(what + ": interrupted", e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
