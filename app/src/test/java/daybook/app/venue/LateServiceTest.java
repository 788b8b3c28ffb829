package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A database that is away at the start is waited for, with the reason told. */
class LateServiceTest {
    private static final ServiceStatus GREEN = new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), 0, 0);

    private boolean away = true;
    private boolean closed;
    private int rounds;
    private long now;

    private final LateService late = new LateService("ledger", this::open, () -> now);

    @Test
    void itIsRedUntilTheDatabaseIsThereAndThenTheServiceItself() {
        assertThat(late.pump()).isZero();
        assertThat(late.status().get("ledger"))
                .isEqualTo(new ServiceStatus(ServiceStatus.Light.RED, List.of("database: away"), 0, 1));
        assertThat(late.pump()).as("it waits a second first").isZero();

        away = false;
        now += Duration.ofSeconds(1).toNanos();
        late.pump();
        late.pump();

        assertThat(rounds).isEqualTo(1);
        assertThat(late.status()).isEqualTo(Map.of("ledger", GREEN));
        late.close();
        assertThat(closed).isTrue();
    }

    @Test
    void oneThatNeverOpenedHasNothingToClose() {
        late.pump();

        late.close();

        assertThat(closed).isFalse();
    }

    private Services.Service open() {
        if (away) {
            throw new DeliveryException("database: away", new IllegalStateException());
        }
        return new Services.Service("ledger", () -> ++rounds, new Green(), new Once(() -> closed = true));
    }

    private static final class Green implements ServiceVoice {
        @Override
        public Map<String, ServiceStatus> status() {
            return Map.of("ledger", GREEN);
        }

        @Override
        public Details details() {
            return Details.NONE;
        }
    }
}
