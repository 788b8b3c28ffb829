package daybook.posttrade.capture;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.ServiceStatus.Light;
import daybook.events.Event;
import daybook.posttrade.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 3: the server refuses one row of a batch, says so of the whole batch, and takes nothing more of the transaction. Capture finds
 * the event, parks it, and captures the others.
 */
class RefusedRowTest {
    private static final long REFUSED = 7;

    @TempDir
    Path dir;

    private World calm;
    private World strict;

    @BeforeEach
    void aTableThatDoesNotTakeOneTrade() throws SQLException {
        calm = new World(dir);
        strict = new World(Engine.POSTGRESQL, dir);
        strict.runCapture();
        execute("ALTER TABLE trade ADD CONSTRAINT not_this_one CHECK (trade_id <> " + REFUSED + ")");
        List<Event> events = Orders.random(4, 60);
        events.forEach(calm::publish);
        events.forEach(strict::publish);
        calm.runCapture();
    }

    @Test
    void itCostsItsEventAndNoOtherAndIsReplayedWhenTheTableTakesIt() throws SQLException {
        try (Capture capture = strict.capture()) {
            World.drain(capture::pump);

            assertThat(capture.status().light()).isEqualTo(Light.AMBER);
            assertThat(one("SELECT error FROM dead_letter"))
                    .startsWith("the database refuses it: ")
                    .contains("not_this_one");
            assertThat(one("SELECT attempts FROM dead_letter")).isEqualTo("3");
            assertThat(trades(strict)).isEqualTo(without(trades(calm)));
            assertThat(strict.captureReader().suspectSymbols().covers(symbol())).isTrue();

            execute("ALTER TABLE trade DROP CONSTRAINT not_this_one");
            strict.askReplayOfAll(strict.captureDb);
            World.drain(capture::pump);
        }
        assertThat(strict.captureTables()).isEqualTo(calm.captureTables());
        assertThat(strict.captureReader().suspectSymbols().covers(symbol())).isFalse();
    }

    private String symbol() {
        return World.rows(calm.captureDb, "SELECT symbol FROM trade WHERE trade_id = " + REFUSED)
                .get(0);
    }

    private static List<String> trades(World world) {
        return World.rows(world.captureDb, "SELECT trade_id FROM trade ORDER BY trade_id");
    }

    private static List<String> without(List<String> trades) {
        return trades.stream().filter(trade -> !trade.equals("" + REFUSED)).toList();
    }

    private String one(String sql) {
        return World.rows(strict.captureDb, sql).get(0);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = strict.captureDb.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
