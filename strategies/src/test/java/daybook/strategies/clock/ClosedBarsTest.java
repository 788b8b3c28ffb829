package daybook.strategies.clock;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.Writer;
import daybook.strategies.StrategyDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClosedBarsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void aBarIsRecordedOnceAndReadBackAsItWas(Engine engine) throws Exception {
        Database database = engine.open(dir, StrategyDatabase.NAME);
        StrategyDatabase.migrate(database);
        ClosedBars bars = new ClosedBars();
        Optional<PublicationPolicy> outbox = Optional.of(PublicationPolicy.OUTBOX);
        try (Writer writer = new Writer(database)) {
            Connection connection = writer.transaction();
            assertThat(bars.insert(connection, Bars.minute(7), outbox, 1)).isTrue();
            assertThat(bars.insert(connection, Bars.minute(8), Optional.empty(), 2))
                    .isTrue();
            assertThat(bars.insert(connection, Bars.minute(7), outbox, 3)).isFalse();
            writer.commit();

            assertThat(bars.after(connection, 0, 10))
                    .extracting(ClosedBars.Row::bar)
                    .containsExactly(Bars.minute(7), Bars.minute(8));
            ClosedBars.Row first = bars.after(connection, 0, 1).get(0);
            assertThat(first.policy()).isEqualTo(outbox);
            assertThat(first.recordedAtMs()).isEqualTo(1);
            assertThat(bars.after(connection, first.n(), 10))
                    .extracting(ClosedBars.Row::policy)
                    .containsExactly(Optional.empty());
            assertThat(bars.of(connection, Bars.BTC, 7, 10)).hasSize(1);
            assertThat(bars.within(connection, 8 * Bars.MINUTE, 9 * Bars.MINUTE))
                    .extracting(ClosedBars.Row::bar)
                    .containsExactly(Bars.minute(8));
            assertThat(bars.find(connection, Bars.minute(8).id())).isPresent();
            assertThat(bars.last(connection, Bars.BTC)).map(ClosedBars.Row::bar).contains(Bars.minute(8));
            assertThat(bars.lastRow(connection)).isGreaterThan(first.n());
        }
    }
}
