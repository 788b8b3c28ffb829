package daybook.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL of the benchmark's own, from the binaries that Maven brings, on the same disk as all else that is measured. Its
 * settings are the server's defaults but for the memory: commits are forced. It ends with the process.
 */
final class PostgresProcess {
    private static final String BINARIES = "/postgres-linux-x86_64.txz";
    private static final long START_SECONDS = 60;

    private final Path bin;
    private final Path directory;
    private final int port;

    private PostgresProcess(Path bin, Path directory, int port) {
        this.bin = bin;
        this.directory = directory;
        this.port = port;
    }

    private static @Nullable String started;

    /** Starts one, unless it has been. Returns its JDBC URL, with the user in it. */
    static synchronized String url() throws Exception {
        String url = started;
        if (url == null) {
            url = start();
            started = url;
        }
        return url;
    }

    private static String start() throws Exception {
        Path root = Path.of("bench", "target", "postgres").toAbsolutePath();
        Path binaries = root.resolve("dist");
        if (!Files.isDirectory(binaries.resolve("bin"))) {
            Files.createDirectories(binaries);
            unpack(binaries);
        }
        Scratch.delete(root.resolve("data"));
        PostgresProcess server = new PostgresProcess(binaries.resolve("bin"), root.resolve("data"), freePort());
        server.run(server.command(
                "initdb", "-A", "trust", "-U", "postgres", "-E", "UTF-8", "--locale=C", "-D", server.directory + ""));
        return server.serve();
    }

    private String serve() throws Exception {
        Process process = new ProcessBuilder(command(
                        "postgres",
                        "-D",
                        directory + "",
                        "-p",
                        port + "",
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "shared_buffers=256MB",
                        "-c",
                        "log_min_messages=fatal"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("server.txt").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process), "postgres-end"));
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url)) {
                return connection.isValid(5) ? url : "";
            } catch (SQLException notYet) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw notYet;
                }
                Thread.sleep(50);
            }
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        // It refuses to run as root; in a user namespace without that user it is nobody.
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(bin.resolve(program) + "");
        command.addAll(List.of(arguments));
        return command;
    }

    private void run(List<String> command) throws Exception {
        await(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start(),
                command.get(0));
    }

    private static void unpack(Path into) throws Exception {
        InputStream packed = PostgresProcess.class.getResourceAsStream(BINARIES);
        if (packed == null) {
            throw new IOException(
                    "no PostgreSQL for this platform (expected: a server named in " + Store.VARIABLE + ")");
        }
        Process tar = new ProcessBuilder("tar", "-x", "-C", into + "")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream files = new XZInputStream(packed);
                OutputStream out = tar.getOutputStream()) {
            files.transferTo(out);
        }
        await(tar, "tar");
    }

    private static void await(Process process, String what) throws Exception {
        if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(what + " does not work here");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
