package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two owners, a lease, and a database's clock that the test moves by moving the lease's end. */
@ParameterizedClass
@EnumSource
class LeaseTest {
    private static final Duration LENGTH = Duration.ofSeconds(30);

    private final Engine engine;
    private final ManualTime time = new ManualTime();

    @TempDir
    Path dir;

    private Database database;
    private Writer first;
    private Writer second;

    LeaseTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        database = engine.open(dir, "lease");
        Migrations.migrate(database, "daybook/delivery/testdb");
        first = new Writer(database);
        second = new Writer(database);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void ofTwoWhoWantItOneHoldsIt() throws SQLException {
        Lease a = lease("a");
        Lease b = lease("b");

        assertThat(a.hold(first)).isTrue();
        assertThat(b.hold(second)).isFalse();

        assertThat(b.reason()).isEqualTo("stands by: the lease work is held by a");
        assertThat(b.token()).isZero();
    }

    @Test
    void whenItHasEndedAnotherTakesItAndTheTokenRises() throws SQLException {
        Lease a = lease("a");
        Lease b = lease("b");
        a.hold(first);
        b.hold(second);
        long before = a.token();

        end();
        time.pass(LENGTH.dividedBy(3));

        assertThat(b.hold(second)).isTrue();
        assertThat(b.token()).isGreaterThan(before);
        assertThat(a.hold(first)).as("notices the loss").isFalse();
    }

    /** Frozen in the midst of its work, it wakes up and believes that nothing has happened. */
    @Test
    void whatAnEarlierOwnerStillWritesIsRefused() throws SQLException {
        Lease a = lease("a");
        Lease b = lease("b");
        a.hold(first);
        end();
        b.hold(second);

        assertThat(a.hold(first)).as("it does not know yet").isTrue();
        write(first.transaction(), "stale");
        assertThatThrownBy(() -> a.confirm(first.transaction()))
                .isInstanceOf(StaleOwnerException.class)
                .hasMessageContaining("work");
        first.rollback();

        write(second.transaction(), "fresh");
        b.confirm(second.transaction());
        second.commit();
        assertThat(text("SELECT number FROM applied")).isEqualTo("fresh");
        assertThat(a.hold(first)).isFalse();
    }

    @Test
    void workRenewsIt() throws SQLException {
        Lease a = lease("a");
        a.hold(first);
        end();

        a.confirm(first.transaction());
        first.commit();

        assertThat(lease("b").hold(second)).isFalse();
        time.pass(LENGTH.minusSeconds(1));
        assertThat(a.hold(first)).isTrue();
    }

    /** Nobody answers it; it must not go on for ever on an old grant. */
    @Test
    void withoutARenewalItEndsByTheOwnersOwnClockToo() throws SQLException {
        Lease a = lease("a");
        a.hold(first);
        Lease b = lease("b");
        end();
        b.hold(second);

        time.pass(LENGTH);

        assertThat(a.hold(first)).isFalse();
        assertThat(a.token()).isZero();
    }

    @Test
    void tokensNeverFallAndRowsAreNeverDeleted() throws SQLException {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            Lease lease = lease(i % 2 == 0 ? "a" : "b");
            assertThat(lease.hold(first)).isTrue();
            assertThat(lease.token()).isGreaterThan(last);
            last = lease.token();
            lease.release(first);
            assertThat(text("SELECT token FROM lease")).isEqualTo("" + last);
        }
    }

    /** Killed and started again under its own name it need not wait; who lost it to a namesake does not take it back. */
    @Test
    void theSameOwnerComesBackAtOnceButOnce() throws SQLException {
        Lease killed = lease("a");
        killed.hold(first);

        Lease again = lease("a");
        assertThat(again.hold(second)).isTrue();
        assertThat(again.token()).isGreaterThan(killed.token());

        time.pass(LENGTH.dividedBy(3));
        assertThat(killed.hold(first)).isFalse();
        time.pass(LENGTH.dividedBy(3));
        assertThat(killed.hold(first)).isFalse();
        assertThat(again.hold(second)).isTrue();
    }

    /** It was not dead after all: what it still writes is refused, though the one that took over has its name. */
    @Test
    void whatANamesakeStillWritesIsRefused() throws SQLException {
        takenOverByANamesake(database);
    }

    /** Planted: who comes back takes the lease and leaves the token as it is. */
    @Test
    void aTakeoverThatKeepsTheTokenIsCaught() {
        Database keeping = HarmedDatabase.saying(database, "token = lease.token + 1", "token = lease.token");

        assertThatThrownBy(() -> takenOverByANamesake(keeping)).isInstanceOf(AssertionError.class);
    }

    private void takenOverByANamesake(Database on) throws SQLException {
        try (Writer frozen = new Writer(on);
                Writer again = new Writer(on)) {
            Lease before = lease("a");
            assertThat(before.hold(frozen)).isTrue();
            Lease after = lease("a");
            assertThat(after.hold(again)).as("at once").isTrue();

            write(frozen.transaction(), "stale");
            assertThatThrownBy(() -> before.confirm(frozen.transaction())).isInstanceOf(StaleOwnerException.class);
            frozen.rollback();
            write(again.transaction(), "fresh");
            after.confirm(again.transaction());
            again.commit();
        }
        assertThat(text("SELECT number FROM applied")).isEqualTo("fresh");
    }

    @Test
    void itsEndIsOnTheDatabasesClock() throws SQLException {
        lease("a").hold(first);

        long leftMs = Long.parseLong(
                text("SELECT expires_at_ms - " + database.dialect().nowMs() + " FROM lease"));

        assertThat(leftMs).isBetween(1L, LENGTH.toMillis());
    }

    private Lease lease(String owner) {
        return new Lease(new Lease.Terms("work", owner, LENGTH), time::nanos);
    }

    /** As if its time were over. */
    private void end() throws SQLException {
        try (Statement statement = second.transaction().createStatement()) {
            statement.execute("UPDATE lease SET expires_at_ms = 0");
        }
        second.commit();
    }

    private static void write(Connection connection, String what) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO applied (number, times) VALUES ('" + what + "', 1)");
        }
    }

    private String text(String sql) {
        return new DatabaseReader(database).read(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        });
    }
}
