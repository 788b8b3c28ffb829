package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.delivery.DeliveryException;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.Worker.Away;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a worker in the foreground says of its stores, and when it has waited for long enough. */
class OutageWatchTest {
    private static final Away AWAY =
            new Away("default", new JobQueueException(JobQueueException.Kind.AWAY, "the database does not answer"));

    private final List<String> said = new ArrayList<>();
    private long nowNs;

    private OutageWatch watch(Optional<Duration> patience) {
        return new OutageWatch(said::add, patience, () -> nowNs);
    }

    private static Away away(RuntimeException why) {
        return new Away("default", why);
    }

    @Test
    void whoWorksOnSaysThatItBeginsAndThatItIsOver() {
        OutageWatch watch = watch(Optional.empty());

        for (int hour = 0; hour < 10; hour++) {
            nowNs += Duration.ofHours(1).toNanos();
            watch.look(Optional.of(AWAY));
        }
        watch.look(Optional.empty());
        watch.look(Optional.empty());

        assertThat(said)
                .containsExactly(
                        "default: the database does not answer (asked again until it answers)",
                        "the store answers again");
    }

    @Test
    void whoIsToEndEndsWithOneLineOnceItHasLastedTooLong() {
        OutageWatch watch = watch(Optional.of(Duration.ofSeconds(10)));
        watch.look(Optional.of(AWAY));
        nowNs = Duration.ofSeconds(9).toNanos();
        watch.look(Optional.of(AWAY));
        nowNs = Duration.ofSeconds(10).toNanos();

        assertThatThrownBy(() -> watch.look(Optional.of(AWAY)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.UNREACHABLE))
                .hasMessage("default: the database does not answer");
        assertThat(said).isEmpty();
    }

    @Test
    void anOutageThatIsOverInBetweenIsNotAddedToTheNext() {
        OutageWatch watch = watch(Optional.of(Duration.ofSeconds(10)));
        watch.look(Optional.of(AWAY));
        nowNs = Duration.ofSeconds(9).toNanos();
        watch.look(Optional.empty());
        watch.look(Optional.of(AWAY));
        nowNs = Duration.ofSeconds(18).toNanos();

        watch.look(Optional.of(AWAY));

        assertThat(said).isEmpty();
    }

    @Test
    void aTopicThatIsMissingIsNotWaitedForByOneWhoIsToEnd() {
        Away missing = away(new JobQueueException(JobQueueException.Kind.NO_TOPIC, "topic jobs.default: not there"));

        assertThatThrownBy(() -> watch(Optional.of(Duration.ofSeconds(10))).look(Optional.of(missing)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.NOT_FOUND))
                .hasMessage("topic jobs.default: not there");
        watch(Optional.empty()).look(Optional.of(missing));
        assertThat(said).hasSize(1);
    }

    @Test
    void aPasswordThatIsWrongIsWaitedForByNobody() {
        Away refused = away(new DeliveryException("no", new SQLException("password", "28P01")));

        assertThatThrownBy(() -> watch(Optional.empty()).look(Optional.of(refused)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.AUTH));
    }
}
