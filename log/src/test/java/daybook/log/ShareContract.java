package daybook.log;

import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.value;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Log} with the capability SHARE must do for workers who share partitions. */
public abstract class ShareContract {
    private static final TopicPartition PLACE = place("jobs", 0);
    private LogUnderTest store;
    private Log log;

    protected abstract LogUnderTest store();

    @BeforeEach
    public void open() {
        store = store();
        log = store.open();
        log.createTopic(topic("jobs", 1)); // with as many partitions as workers, a log may give each worker its own
    }

    @AfterEach
    public void close() {
        log.close();
        store.close();
    }

    @Test
    void aLentRecordIsNotLentAgainWhileItIsLocked() {
        write(log, PLACE, 0, 4);
        try (ShareReader a = worker();
                ShareReader b = worker()) {
            assertThat(lent(a, 3)).containsExactly("0 x1", "1 x1", "2 x1");
            assertThat(lent(b, 3)).containsExactly("3 x1");
            assertThat(a.poll(3, store.patience())).isEmpty();
        }
    }

    @Test
    void whatIsAcceptedOrRejectedNeverComesAgain() {
        write(log, PLACE, 0, 3);
        try (ShareReader a = worker()) {
            List<ShareReader.Lent> lent = take(a, 3);
            a.accept(lent.get(0));
            a.reject(lent.get(1));
            store.pass(store.lock().plusMillis(500));

            assertThat(lent(a, 3)).containsExactly("2 x2");
        }
    }

    @Test
    void whatIsReleasedComesAgainAtOnce() {
        write(log, PLACE, 0, 2);
        try (ShareReader a = worker();
                ShareReader b = worker()) {
            a.release(take(a, 1).get(0));

            assertThat(lent(b, 2)).containsExactly("0 x2", "1 x1");
        }
    }

    @Test
    void afterItsLockEndsARecordComesAgainAndTheOldWorkerCannotAcceptIt() {
        write(log, PLACE, 0, 1);
        try (ShareReader slow = worker();
                ShareReader other = worker()) {
            ShareReader.Lent late = take(slow, 1).get(0);
            store.pass(store.lock().plusMillis(500));
            assertThat(lent(other, 1)).containsExactly("0 x2");

            assertThatThrownBy(() -> slow.accept(late)).isInstanceOf(FencedException.class);

            store.pass(store.lock().plusMillis(500));
            assertThat(lent(slow, 1)).containsExactly("0 x3");
        }
    }

    @Test
    void aRenewedLockLastsAnotherTime() {
        write(log, PLACE, 0, 2);
        try (ShareReader slow = worker();
                ShareReader other = worker()) {
            List<ShareReader.Lent> lent = take(slow, 2);
            assertThat(other.poll(2, store.patience())).isEmpty();
            store.pass(store.lock().multipliedBy(4).dividedBy(10));
            slow.renew();
            store.pass(store.lock().multipliedBy(6).dividedBy(10));

            assertThat(other.poll(2, store.patience().dividedBy(2))).isEmpty();
            lent.forEach(slow::accept);
        }
    }

    @Test
    void manyAreAnsweredAtOnceEachInItsWay() {
        write(log, PLACE, 0, 3);
        try (ShareReader a = worker()) {
            List<ShareReader.Lent> lent = take(a, 3);

            a.answer(Map.of(
                    lent.get(0), ShareReader.Answer.ACCEPT,
                    lent.get(1), ShareReader.Answer.REJECT,
                    lent.get(2), ShareReader.Answer.RELEASE));

            assertThat(lent(a, 3)).containsExactly("2 x2");
            assertThatThrownBy(() -> a.accept(lent.get(0))).isInstanceOf(FencedException.class);
        }
    }

    @Test
    public void aWorkerThatLeavesGivesItsRecordsBack() {
        write(log, PLACE, 0, 2);
        try (ShareReader b = worker()) {
            try (ShareReader a = worker()) {
                assertThat(lent(a, 2)).hasSize(2);
            }

            assertThat(lent(b, 2)).containsExactly("0 x2", "1 x2");
        }
    }

    @Test
    void deliveriesAreStillCountedAfterAReopening() {
        write(log, PLACE, 0, 3);
        try (ShareReader a = worker()) {
            List<ShareReader.Lent> lent = take(a, 3);
            a.accept(lent.get(1));
        }

        log.close();
        log = store.open();

        try (ShareReader a = worker()) {
            assertThat(lent(a, 3)).containsExactly("0 x2", "2 x2");
        }
    }

    @Test
    void everyRecordIsDoneOnceWhateverTheWorkersDo() {
        log.createTopic(topic("many", 2));
        write(log, place("many", 0), 0, 300);
        write(log, place("many", 1), 300, 600);
        List<String> done = new ArrayList<>();
        try (ShareReader a = log.share("workers", List.of("many"), store.lock());
                ShareReader b = log.share("workers", List.of("many"), store.lock())) {
            int step = 0;
            for (int i = 0; i < 2_000 && done.size() < 600; i++) {
                ShareReader worker = i % 2 == 0 ? a : b;
                for (ShareReader.Lent lent : worker.poll(7, store.patience())) {
                    if (++step % 5 == 0) {
                        worker.release(lent);
                    } else {
                        worker.accept(lent);
                        done.add(value(lent.stored()));
                    }
                }
            }
        }
        assertThat(done).hasSize(600).doesNotHaveDuplicates();
    }

    private ShareReader worker() {
        return log.share("workers", List.of("jobs"), store.lock());
    }

    private List<String> lent(ShareReader worker, int max) {
        return take(worker, max).stream()
                .map(lent -> value(lent.stored()) + " x" + lent.deliveries())
                .toList();
    }

    /** One batch; a new worker may need a moment until it gets any. */
    private List<ShareReader.Lent> take(ShareReader worker, int max) {
        List<ShareReader.Lent> lent = List.of();
        for (int i = 0; i < 10 && lent.isEmpty(); i++) {
            lent = worker.poll(max, store.patience());
        }
        return lent;
    }
}
