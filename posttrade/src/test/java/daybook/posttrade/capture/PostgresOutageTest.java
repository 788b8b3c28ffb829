package daybook.posttrade.capture;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.PostgresServer;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.events.Event;
import daybook.posttrade.World;
import daybook.posttrade.board.Board;
import daybook.posttrade.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever happens to the server, services go on by themselves and every table ends as if nothing had happened. Method: capture,
 * ledger and board live through it all in one process; before, in and after commits the server is killed with -9, is restarted in order,
 * or its sessions are ended, and it comes back after a while. 100 times in the long programme (T-9).
 */
class PostgresOutageTest {
    private static final int OUTAGES = Boolean.getBoolean("daybook.long") ? 100 : 5;

    @TempDir
    Path directory;

    private final Random random = new Random(9);

    /** Counts down to the commit that something happens at. */
    private int commitsLeft = Integer.MAX_VALUE;

    private boolean after;
    private boolean away;
    private Kind kind = Kind.KILL;
    private int harms;

    private enum Kind {
        KILL,
        END_SESSIONS,
        RESTART
    }

    @Test
    void throughKillsAndEndedSessionsNothingIsLostAndNothingCountsTwice() throws SQLException, IOException {
        List<Event> events = Orders.random(9, 8 * OUTAGES);
        World calm = new World(directory);
        events.forEach(calm::publish);
        calm.runCapture();
        calm.runLedger();
        try (PostgresServer server = PostgresServer.start()) {
            World world = new World(service -> harmed(server, service));
            try (Capture capture = world.capture();
                    Ledger ledger = world.ledger();
                    Board board = world.board()) {
                int red = 0;
                for (int outage = 0; outage < OUTAGES; outage++) {
                    events.subList(outage * events.size() / OUTAGES, (outage + 1) * events.size() / OUTAGES)
                            .forEach(world::publish);
                    commitsLeft = 1 + random.nextInt(6);
                    after = random.nextBoolean();
                    kind = Kind.values()[outage % Kind.values().length];
                    away = false;
                    for (int i = 0; i < 30; i++) {
                        // A reader waits for a server that is away until its deadline; one such wait is enough.
                        pump(world, capture, ledger, i == 20 || !away ? board::pump : () -> 0);
                        red += away && capture.status().light() == Light.RED ? 1 : 0;
                    }
                    commitsLeft = Integer.MAX_VALUE;
                    if (away) {
                        server.restart();
                    }
                }
                World.drain(() -> pump(world, capture, ledger, board::pump));

                assertThat(harms).as("of each kind").isEqualTo(OUTAGES);
                assertThat(red).as("outages show").isPositive();
                assertThat(capture.status().reasons()).isEmpty();
                assertThat(ledger.status().reasons()).isEmpty();
                assertThat(board.status().reasons()).isEmpty();
                assertThat(world.captureTables()).isEqualTo(calm.captureTables());
                assertThat(world.ledgerTables()).isEqualTo(calm.ledgerTables());
            }
        }
    }

    private static int pump(World world, Capture capture, Ledger ledger, IntSupplier board) {
        world.time.pass(Duration.ofSeconds(1));
        return capture.pump() + ledger.pump() + board.getAsInt();
    }

    private Database harmed(PostgresServer server, String schema) {
        PostgresSettings settings = new PostgresSettings(server.url(), "", "", Duration.ofMillis(500));
        return new HarmedDatabase(new PostgresDatabase(settings, schema), new HarmedDatabase.Harm() {
            @Override
            public void beforeCommit(Connection real) throws SQLException {
                commitsLeft--;
                if (commitsLeft == 0 && !after) {
                    harm(server);
                }
            }

            @Override
            public void afterCommit(Connection real) throws SQLException {
                if (commitsLeft == 0 && after) {
                    harm(server);
                }
            }
        });
    }

    private void harm(PostgresServer server) throws SQLException {
        commitsLeft = Integer.MAX_VALUE;
        harms++;
        switch (kind) {
            case KILL -> server.kill();
            case RESTART -> server.stop();
            case END_SESSIONS -> server.terminateSessions();
        }
        away = kind != Kind.END_SESSIONS;
    }
}
