package daybook.posttrade.audit;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.ServiceStatus;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.posttrade.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Q11, Q26: what is right is counted once, what is wrong is counted and told, a gap shows, and the heartbeat goes on. */
class AuditTest {
    private static final String[] SYMBOLS = {"INFY", "TCS", "SBIN"};

    @TempDir
    Path directory;

    private World world = new World(Path.of(""));
    private Database database = new SqliteDatabase(Path.of(""), Duration.ZERO);

    @BeforeEach
    void open() {
        world = new World(directory);
        database = new SqliteDatabase(directory.resolve("audit.db"), Duration.ofSeconds(5));
    }

    @Test
    void everyEventIsCountedOnceHoweverOftenItIsThere() {
        publish(1, 50);
        publish(20, 30);

        try (Audit audit = audit()) {
            World.drain(audit::pump);

            AuditView view = audit.view();
            assertThat(view.line()).isEqualTo(50);
            assertThat(view.ahead()).isZero();
            assertThat(view.received()).isEqualTo(61);
            assertThat(view.handled()).isEqualTo(50);
            assertThat(view.duplicates()).isEqualTo(11);
            assertThat(view.invalid()).isZero();
            assertThat(view.lastId()).startsWith("x-");
            assertThat(audit.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
        }
    }

    @Test
    void aGapStaysVisibleUntilItIsFilled() {
        publish(1, 9);
        publish(11, 20);
        try (Audit audit = audit()) {
            World.drain(audit::pump);
            assertThat(audit.view().line()).isEqualTo(9);
            assertThat(audit.view().ahead()).isEqualTo(10);
        }

        publish(10, 10);
        try (Audit again = audit()) {
            World.drain(again::pump);

            assertThat(again.view().line()).isEqualTo(20);
            assertThat(again.view().ahead()).isZero();
            assertThat(again.view().handled()).isEqualTo(20);
        }
    }

    @Test
    void whatIsNotTheEventItSaysIsCountedAndNothingIsHeldUp() {
        Event right = event(1);
        world.log.append(World.EVENTS, World.record("INFY", "hello".getBytes(StandardCharsets.UTF_8)));
        world.log.append(World.EVENTS, new LogRecord(key("OTHER"), EventJson.toBytes(right), headers(right), 0));
        world.log.append(World.EVENTS, new LogRecord(key(right.key()), EventJson.toBytes(right), List.of(), 0));
        world.log.append(World.EVENTS, new LogRecord(key(right.key()), EventJson.toBytes(right), headers(event(2)), 0));
        publish(1, 3);

        try (Audit audit = audit()) {
            World.drain(audit::pump);

            assertThat(audit.view().invalid()).isEqualTo(4);
            assertThat(audit.view().line()).isEqualTo(3);
            assertThat(audit.status().light()).isEqualTo(ServiceStatus.Light.AMBER);
            assertThat(audit.status().reasons()).containsExactly("4 records are not the events they say they are");
        }
    }

    @Test
    void theHeartbeatGoesOnWhenNothingComes() {
        try (Audit audit = audit()) {
            World.drain(audit::pump);
            long first = audit.view().heartbeatMs();

            world.time.pass(Duration.ofSeconds(10));
            audit.pump();

            assertThat(audit.view().heartbeatMs() - first).isEqualTo(10_000);
        }
    }

    private Audit audit() {
        return new Audit(world.ports(database), World.EVENTS, World.BATCH);
    }

    private void publish(long from, long to) {
        for (long seq = from; seq <= to; seq++) {
            Event event = event(seq);
            world.log.append(
                    World.EVENTS, new LogRecord(key(event.key()), EventJson.toBytes(event), headers(event), seq));
        }
    }

    private static Event event(long seq) {
        if (seq % 7 == 0) {
            return new SessionStateChanged(seq, seq, SessionState.OPEN);
        }
        String symbol = SYMBOLS[(int) (seq % SYMBOLS.length)];
        return new Trade(seq, seq, seq, symbol, 100, 5, Side.BUY, seq, seq + 1, "alice", "bob");
    }

    private static List<Header> headers(Event event) {
        return Envelope.of(event).stream()
                .map(attribute -> Header.of(attribute.name(), attribute.value()))
                .toList();
    }

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
