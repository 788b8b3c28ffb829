package daybook.log;

import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Log} must do for readers without a group's assignment: owned, tail. {@link ShareContract} has the rest. */
public abstract class ReaderContract {
    private static final TopicPartition PLACE = place("jobs", 0);

    private LogUnderTest store;
    private Log log;

    protected abstract LogUnderTest store();

    @BeforeEach
    public void open() {
        store = store();
        log = store.open();
        log.createTopic(topic("jobs", 2));
    }

    @AfterEach
    public void close() {
        log.close();
        store.close();
    }

    @Test
    void anOwnedReaderGoesOnWhereItsGroupCommitted() {
        write(log, PLACE, 0, 5);
        try (OwnedReader first = log.owned("g", List.of(PLACE))) {
            assertThat(first.assignment()).containsExactly(PLACE);
            assertThat(values(poll(first, 3))).containsExactly("0", "1", "2");
            first.commit(Map.of(PLACE, 2L));
        }

        try (OwnedReader second = log.owned("g", List.of(PLACE))) {
            assertThat(values(poll(second, 3))).containsExactly("2", "3", "4");
            second.seek(PLACE, 0);
            assertThat(values(poll(second, 1))).containsExactly("0");
        }
        assertThat(log.committed("g", PLACE)).hasValue(2);
    }

    @Test
    public void anOwnerThatWasReplacedCannotCommit() {
        write(log, PLACE, 0, 5);
        try (OwnedReader old = log.owned("g", List.of(PLACE));
                OwnedReader now = log.owned("g", List.of(PLACE))) {
            now.commit(Map.of(PLACE, 4L));

            // Without OWNER_FENCING this holds within a process only, and it is one here.
            assertThatThrownBy(() -> old.commit(Map.of(PLACE, 1L))).isInstanceOf(FencedException.class);
        }
        assertThat(log.committed("g", PLACE)).hasValue(4);
    }

    @Test
    public void aTailSeesOnlyWhatComes() {
        write(log, PLACE, 0, 5);
        try (Reader tail = log.tail(List.of("jobs"))) {
            tail.poll(1, Duration.ZERO);
            write(log, PLACE, 5, 7);
            write(log, place("jobs", 1), 100, 101);

            assertThat(values(poll(tail, 3))).containsExactlyInAnyOrder("5", "6", "100");
        }
        assertThat(log.groups()).isEmpty();
    }

    /** Those with it have the whole of {@link ShareContract}. */
    @Test
    void aLogWithoutShareSaysSo() {
        if (log.has(Log.Capability.SHARE)) {
            log.share("workers", List.of("jobs"), Duration.ofSeconds(5)).close();
        } else {
            assertThatThrownBy(() -> log.share("workers", List.of("jobs"), Duration.ofSeconds(5)))
                    .isInstanceOf(LogException.class)
                    .hasMessageContaining("SHARE");
        }
    }

    private List<StoredRecord> poll(Reader reader, int count) {
        return Sample.poll(reader, count, store.patience().multipliedBy(10));
    }
}
