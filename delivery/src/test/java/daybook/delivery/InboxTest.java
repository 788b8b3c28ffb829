package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class InboxTest {
    private static final int WORKERS = 8;
    private static final int EVENTS = 20;

    /** Whether an event is new, in the caller's transaction. */
    private interface Guard {
        boolean claim(Connection connection, String eventId) throws SQLException;
    }

    private final Engine engine;
    private final ManualTime time = new ManualTime();

    @TempDir
    Path dir;

    private Database database;

    InboxTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        database = engine.open(dir, "inbox");
        Migrations.migrate(database, "daybook/delivery/testdb");
    }

    @Test
    void anEventIsNewUntilATransactionThatClaimedItCommits() throws SQLException {
        Inbox inbox = new Inbox("counter", time);
        try (Writer writer = new Writer(database)) {
            assertThat(inbox.claim(writer.transaction(), "x-1")).isTrue();
            writer.rollback();
            assertThat(inbox.claim(writer.transaction(), "x-1")).isTrue();
            writer.commit();
            assertThat(inbox.claim(writer.transaction(), "x-1")).isFalse();
            assertThat(new Inbox("other", time).claim(writer.transaction(), "x-1"))
                    .as("each consumer has its own")
                    .isTrue();
        }
    }

    /** I-02: ids are forgotten only when they are older than what the caller says, and in steps. */
    @Test
    void purgingForgetsInStepsWhatIsOldAndNothingElse() throws SQLException {
        Inbox inbox = new Inbox("counter", time);
        try (Writer writer = new Writer(database)) {
            for (int i = 0; i < 25; i++) {
                assertThat(inbox.claim(writer.transaction(), "old-" + i)).isTrue();
            }
            time.pass(Duration.ofDays(4));
            assertThat(inbox.claim(writer.transaction(), "new")).isTrue();
            writer.commit();

            List<Integer> steps = new ArrayList<>();
            do {
                steps.add(inbox.purge(writer.transaction(), time.instant().minus(Duration.ofDays(3)), 10));
                writer.commit();
            } while (steps.get(steps.size() - 1) == 10);

            assertThat(steps).containsExactly(10, 10, 5);
            assertThat(inbox.claim(writer.transaction(), "new")).isFalse();
            assertThat(inbox.claim(writer.transaction(), "old-7")).isTrue();
        }
    }

    /** I-05: the same events to all workers at the same time. */
    @Test
    void ofEightWorkersAtOnceOneClaimsEachEvent() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Callable<Integer>> all = new ArrayList<>();
            for (int worker = 0; worker < WORKERS; worker++) {
                all.add(this::claimAll);
            }
            int claimed = 0;
            for (Future<Integer> worker : workers.invokeAll(all)) {
                claimed += worker.get();
            }
            assertThat(claimed).isEqualTo(EVENTS);
        } finally {
            workers.shutdownNow();
        }
    }

    private int claimAll() throws SQLException {
        Inbox inbox = new Inbox("counter", time);
        int claimed = 0;
        try (Writer writer = new Writer(database)) {
            for (int event = 0; event < EVENTS; event++) {
                claimed += inbox.claim(writer.transaction(), "x-" + event) ? 1 : 0;
                writer.commit();
            }
        }
        return claimed;
    }

    @Test
    void lookingFirstAndInsertingLaterLetsTwoPass() {
        assumeTrue(engine == Engine.POSTGRESQL, "SQLite has one writer");

        assertThatThrownBy(() -> sideBySide(new LookFirst(), new LookFirst())).isInstanceOf(AssertionError.class);
    }

    /** Planted: asks whether the event is there, in its first call, and decides by that. */
    private static final class LookFirst implements Guard {
        private boolean looked;
        private boolean known;

        @Override
        public boolean claim(Connection connection, String eventId) throws SQLException {
            if (!looked) {
                looked = true;
                try (PreparedStatement select = connection.prepareStatement("SELECT 1 FROM inbox WHERE event_id = ?")) {
                    select.setString(1, eventId);
                    try (ResultSet row = select.executeQuery()) {
                        known = row.next();
                    }
                }
                return false;
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO inbox (consumer, event_id, seen_at_ms) VALUES ('counter', ?, 0) ON CONFLICT DO NOTHING")) {
                insert.setString(1, eventId);
                insert.executeUpdate();
            }
            return !known;
        }
    }

    /** Both look, then both go on. */
    private void sideBySide(Guard one, Guard two) throws SQLException {
        try (Writer first = new Writer(database);
                Writer second = new Writer(database)) {
            int passed = one.claim(first.transaction(), "x") ? 1 : 0;
            passed += two.claim(second.transaction(), "x") ? 1 : 0;
            passed += one.claim(first.transaction(), "x") ? 1 : 0;
            first.commit();
            passed += two.claim(second.transaction(), "x") ? 1 : 0;
            second.commit();
            assertThat(passed).isEqualTo(1);
        }
    }
}
