package daybook.delivery.jobs.database;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Dialect;
import daybook.delivery.Engine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a worker asks is answered from an index, in its order, also by a plan that was made while the queue was empty: so that a million
 * jobs that wait cost the next one nothing.
 */
@ParameterizedClass
@EnumSource
class QueuePlansTest {
    private final QueueWorld world;

    QueuePlansTest(Engine engine) {
        this.world = new QueueWorld(engine, Duration.ofSeconds(60));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void theNextJobIsTheFirstOfItsIndex() throws SQLException {
        JobSql sql = new JobSql(world.database);

        assertThat(plan(sql.take, List.of("w", 1L, "q"))).contains("job_ready").doesNotContain("job_wake");
        if (world.database.dialect() == Dialect.POSTGRESQL) {
            assertThat(plan(sql.doneAndTake, List.of(1L, 1L, "w", 1L, "q", 1L))).contains("job_ready");
        }
    }

    @Test
    void whatIsDueIsFoundWithoutWhatIsNot() throws SQLException {
        JobSql sql = new JobSql(world.database);

        String plan = plan(sql.wake, List.of("q", 100));

        assertThat(plan).contains("job_wake");
        if (world.database.dialect() == Dialect.POSTGRESQL) {
            assertThat(plan).as("the time is a bound and not a filter").containsPattern("Index Cond: .*wake_at_ms <= ");
        }
    }

    @Test
    void aPushLooksForItsKeyInAnIndexAndClearGoesAlongOne() throws SQLException {
        JobSql sql = new JobSql(world.database);

        assertThat(plan(sql.clear, List.of("q", 1, 1L, 10))).doesNotContain("Seq Scan on job");
        assertThat(plan(sql.size, List.of("q", "q", "q", "q")))
                .contains("job_ready")
                .contains("job_wake");
        assertThat(plan(sql.failed, List.of("q", 10))).contains("job_failed_newest");
    }

    private String plan(String statement, List<Object> values) throws SQLException {
        boolean postgres = world.database.dialect() == Dialect.POSTGRESQL;
        List<String> lines = new ArrayList<>();
        try (Connection connection = world.database.openWriter()) {
            world.database.dialect().readByIndexes(connection);
            try (PreparedStatement explain =
                    connection.prepareStatement((postgres ? "EXPLAIN " : "EXPLAIN QUERY PLAN ") + statement)) {
                for (int i = 0; i < values.size(); i++) {
                    explain.setObject(i + 1, values.get(i), type(values.get(i)));
                }
                try (ResultSet row = explain.executeQuery()) {
                    while (row.next()) {
                        lines.add(row.getString(postgres ? 1 : 4));
                    }
                }
            }
        }
        String plan = String.join("\n", lines);
        assertThat(plan).doesNotContain("Seq Scan on job").doesNotContain("SCAN job\n");
        assertThat(plan).as("nothing is sorted").doesNotContain("TEMP B-TREE").doesNotContain("Sort Key");
        return plan;
    }

    private static int type(Object value) {
        return value instanceof String ? Types.VARCHAR : value instanceof Long ? Types.BIGINT : Types.INTEGER;
    }
}
