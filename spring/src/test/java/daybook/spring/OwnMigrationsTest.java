package daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import java.nio.file.Path;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The application's migrations and ours live side by side, each with a history of its own. */
class OwnMigrationsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void theApplicationsTablesAreThereBeforeAndItsMigrationsGoOn(Engine engine) {
        Map<String, String> properties = ExampleRun.in(dir, engine);
        String url = properties.getOrDefault("spring.datasource.url", "");
        Flyway theirs = Flyway.configure()
                .dataSource(url, null, null)
                .locations("classpath:shop/db")
                .load();
        assertThat(theirs.migrate().migrationsExecuted).isEqualTo(1);

        for (int start = 0; start < 2; start++) {
            try (ExampleRun run = new ExampleRun(properties)) {
                run.orders.place("INFY", 1);
                assertThat(run.rows("item")).isZero();
                assertThat(run.rows("daybook_schema_history")).isPositive();
                assertThat(run.rows("flyway_schema_history")).isPositive();
            }
        }

        theirs.validate();
        assertThat(theirs.migrate().migrationsExecuted).isZero();
    }

    /** A wrong address for the parts in the background would publish from an outbox that nobody writes. */
    @Test
    void anotherDatabaseThanTheDataSourcesIsRefused() {
        String url = ExampleRun.in(dir, Engine.POSTGRESQL).getOrDefault("spring.datasource.url", "");
        String other = url.replaceAll("/[a-z0-9_]+\\?", "/template1?");
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DataSourceAutoConfiguration.class, DaybookAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + url,
                        "daybook.database.url=" + other,
                        "daybook.log.directory=" + dir.resolve("log"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("(expected: the database and schema of the application's DataSource)"));
    }
}
