package daybook.strategies.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.Writer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardLeasesTest {
    @TempDir
    Path dir;

    @Test
    void whatCouldNotBeGivenBackIsGivenBackTheNextTime() throws Exception {
        boolean[] away = {false};
        HarmedDatabase.Harm harm = new HarmedDatabase.Harm() {
            @Override
            public void beforeCommit(Connection connection) throws SQLException {
                if (away[0]) {
                    throw new SQLException("away (simulated)");
                }
            }
        };
        try (World world = new World(Engine.SQLITE, dir, 2, 2);
                Writer writer = new Writer(world.ports("a", harm).database())) {
            ShardLeases leases = new ShardLeases(
                    new ShardLeases.Terms("a", daybook.strategies.cutover.Path.LOCAL, Duration.ofSeconds(15)),
                    world.time::nanos);
            leases.want(writer, ShardLeases.Wanted.ALL);
            assertThat(leases.take(writer)).containsExactly(0, 1, 2);

            away[0] = true;
            assertThatThrownBy(() -> leases.want(writer, ShardLeases.Wanted.NONE))
                    .hasMessageContaining("away");
            writer.rollback();
            away[0] = false;

            assertThat(leases.want(writer, ShardLeases.Wanted.NONE)).containsExactly(0, 1, 2);
            assertThat(leases.held()).isEmpty();
            assertThat(world.number("SELECT COUNT(*) FROM lease WHERE expires_at_ms > 0"))
                    .isZero();
        }
    }
}
