package daybook.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Planted: an outbox that takes a connection from the pool instead of the transaction's. What {@link OrderExampleTest} looks for is there. */
class PlantedStarterBugTest {
    @TempDir
    Path dir;

    @Test
    void anOutboxBesideTheTransactionTellsOfWhatWasRolledBack() {
        Map<String, String> properties = ExampleRun.in(dir, Engine.POSTGRESQL);
        properties.put("daybook.outbox.relay", "false");
        try (ExampleRun run = new ExampleRun(properties)) {
            DataSource pool = run.context.getBean(DataSource.class);
            new TransactionTemplate(run.context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> {
                        run.jdbc.update("INSERT INTO orders (id, symbol, quantity) VALUES ('1', 'INFY', 1)");
                        addBeside(pool);
                        status.setRollbackOnly();
                    });

            assertThat(run.rows("orders")).isZero();
            assertThat(run.rows("outbox")).isEqualTo(1);
        }
    }

    private static void addBeside(DataSource pool) {
        try (Connection connection = pool.getConnection()) {
            new Outbox(InstantSource.system())
                    .add(
                            connection,
                            List.of(new OutboxMessage(
                                    "orders.v1", "INFY".getBytes(UTF_8), List.of(), "{}".getBytes(UTF_8))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
