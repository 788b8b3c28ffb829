package daybook.posttrade.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import daybook.delivery.PostgresServer;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.events.Event;
import daybook.posttrade.World;
import daybook.posttrade.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * T-9, disk full. Goal: services say so, pass nothing, and go on by themselves when there is room. Method: their tables lie in a
 * tablespace on a small tmpfs, which a table of somebody else fills up.
 */
class PostgresFullDiskTest {
    private static final String SIZE = "32m";

    @TempDir
    Path directory;

    @TempDir
    Path small;

    @SuppressWarnings("NullAway.Init") // before each test
    private PostgresServer server;

    private boolean mounted;

    @BeforeEach
    void aDatabaseOnASmallDisk() throws SQLException {
        server = PostgresServer.start();
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", small.toString());
        assumeTrue(mounted, "a tmpfs cannot be mounted here");
        server.execute("CREATE TABLESPACE small LOCATION '" + small + "'");
        server.execute("CREATE DATABASE venue TABLESPACE small");
    }

    @AfterEach
    void end() {
        server.close();
        if (mounted) {
            run("umount", small.toString());
        }
    }

    @Test
    void servicesAreRedPassNothingAndGoOnByThemselvesWhenThereIsRoom() throws SQLException {
        List<Event> events = Orders.random(9, 400);
        World calm = new World(directory);
        events.forEach(calm::publish);
        calm.runCapture();
        calm.runLedger();
        PostgresSettings settings = new PostgresSettings(server.url("venue"), "", "", Duration.ofSeconds(5));
        World world = new World(service -> new PostgresDatabase(settings, service));
        try (Capture capture = world.capture();
                Ledger ledger = world.ledger()) {
            events.subList(0, 100).forEach(world::publish);
            World.drain(() -> pump(world, capture, ledger));
            fill();
            events.subList(100, events.size()).forEach(world::publish);

            for (int round = 0; round < 60; round++) {
                pump(world, capture, ledger);
            }
            saysWhy(capture.status());
            long done = capture.status().done();
            for (int round = 0; round < 60; round++) {
                pump(world, capture, ledger);
                assertThat(capture.status().light()).as("not even for a moment").isEqualTo(Light.RED);
            }
            assertThat(capture.status().done()).isEqualTo(done);
            assertThat(World.rows(world.captureDb, "SELECT * FROM dead_letter")).isEmpty();

            execute("DROP TABLE other");
            World.drain(() -> pump(world, capture, ledger));
            assertThat(capture.status().light()).isEqualTo(Light.GREEN);
            assertThat(capture.relayStatus().light()).isEqualTo(Light.GREEN);
            assertThat(ledger.status().light()).isEqualTo(Light.GREEN);
        }
        assertThat(world.captureTables()).isEqualTo(calm.captureTables());
        assertThat(world.ledgerTables()).isEqualTo(calm.ledgerTables());
    }

    private static void saysWhy(ServiceStatus status) {
        assertThat(status.light()).isEqualTo(Light.RED);
        assertThat(status.reasons()).singleElement().asString().contains("No space left on device");
    }

    private static int pump(World world, Capture capture, Ledger ledger) {
        world.time.pass(Duration.ofSeconds(1));
        return capture.pump() + ledger.pump();
    }

    /** Until the disk takes no further page. */
    private void fill() throws SQLException {
        execute("CREATE TABLE other (filler TEXT)");
        for (int rows = 4_096; rows > 0; ) {
            try {
                execute("INSERT INTO other SELECT repeat('x', 1500) FROM generate_series(1, " + rows + ")");
            } catch (SQLException full) {
                assertThat(full.getMessage()).contains("No space left on device");
                rows /= 4;
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url("venue"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException refused) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
