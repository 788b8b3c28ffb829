package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalPublisherTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final MemoryJournal journal = new MemoryJournal();
    private final MemoryLog log = new MemoryLog(new Random(1), 3, false);
    private final MemoryCheckpoint checkpoint = new MemoryCheckpoint();
    private long now;

    @Test
    void everyDurableEventIsPublishedAsTheJournalHasIt() {
        durable(2_500);
        JournalPublisher publisher = publisher();

        drain(publisher);

        assertThat(published()).isEqualTo(journal.history());
        assertThat(publisher.status()).isEqualTo(new PublisherStatus(true, true, 2_500, 0, 0, ""));
    }

    @Test
    void eachEventLiesUnderItsKeyWithItsHeaders() {
        durable(100);
        drain(publisher());

        for (int p = 0; p < log.partitionCount(); p++) {
            for (LogRecord record : log.records(p)) {
                Event event = EventJson.readEvent(record.value());
                assertThat(new String(record.key(), java.nio.charset.StandardCharsets.UTF_8))
                        .isEqualTo(event.key());
                assertThat(Partitioner.partition(record.key(), 3)).isEqualTo(p);
                assertThat(record.header("ce_id").orElseThrow().text()).isEqualTo("x-" + event.seq());
                assertThat(EventRecord.seqOf(record)).isEqualTo(event.seq());
            }
        }
    }

    /** Each wait for all of a full window would let the log run dry. */
    @Test
    void aBacklogIsCaughtUpWithWithoutWaitingForALogThatAnswersByItself() {
        durable(5_000);
        JournalPublisher publisher = new JournalPublisher(
                ports(journal),
                new PublisherSettings(MemoryLog.TOPIC, true, 10, 40, Duration.ofSeconds(1), Duration.ofSeconds(1)));

        for (int rounds = 0; publisher.status().lag() > 0; rounds++) {
            assertThat(rounds).isLessThan(100_000);
            publisher.pump();
        }

        assertThat(published()).isEqualTo(journal.history());
        assertThat(log.flushes).as("of 5,000 events in windows of 40").isLessThan(10);
    }

    @Test
    void nothingAboveTheDurableLineIsEverSent() {
        durable(10);
        journal.write(5);
        JournalPublisher publisher = publisher();

        drain(publisher);

        assertThat(published()).hasSize(10);
        journal.force();
        drain(publisher);
        assertThat(published()).hasSize(15);
    }

    @Test
    void withNothingToDoAPumpSaysSo() {
        JournalPublisher publisher = publisher();

        assertThat(publisher.pump()).isZero();
        durable(3);
        assertThat(publisher.pump()).isPositive();
        drain(publisher);
        assertThat(publisher.pump()).isZero();
    }

    @Test
    void afterARestartItGoesOnBehindTheCheckpoint() {
        durable(20);
        JournalPublisher first = publisher();
        drain(first);
        first.close();
        durable(5);

        drain(publisher());

        assertThat(published()).isEqualTo(journal.history());
    }

    @Test
    void aPublisherThatIsKilledSendsAgainWhatItHadNotSaved() {
        durable(20);
        drain(publisher());

        drain(publisher());

        assertThat(published()).hasSize(40);
        assertThat(published()).containsAll(journal.history());
    }

    @Test
    void theLineIsSavedOncePerSecondWhenItHasMoved() {
        JournalPublisher publisher = publisher();
        durable(1);
        drain(publisher);
        assertThat(checkpoint.saves).isZero();

        now += SECOND;
        publisher.pump();
        assertThat(checkpoint.load().line()).isEqualTo(1);

        now += SECOND;
        publisher.pump();
        assertThat(checkpoint.saves).isEqualTo(1);
    }

    @Test
    void aFailedSendMeansANewProducerAndAllAboveTheLineAgain() {
        durable(5);
        JournalPublisher publisher = publisher();
        drain(publisher);
        durable(15);
        log.failing = 1;

        publisher.pump();

        assertThat(publisher.status().connected()).isFalse();
        assertThat(publisher.status().publishedSeq()).isEqualTo(5);
        assertThat(publisher.status().errors()).isEqualTo(1);
        log.failing = 0;
        assertThat(publisher.pump()).as("it waits a second first").isZero();
        now += SECOND;
        drain(publisher);
        assertThat(published()).isEqualTo(journal.history());
        assertThat(log.producers).isEqualTo(2);
    }

    @Test
    void whileTheLogIsAwayItLagsAndThenCatchesUp() {
        JournalPublisher publisher = publisher();
        log.away = true;
        durable(30);

        publisher.pump();
        now += SECOND;
        publisher.pump();

        assertThat(publisher.status()).isEqualTo(new PublisherStatus(true, false, 0, 30, 2, "nobody answers"));
        log.away = false;
        now += SECOND;
        drain(publisher);
        assertThat(publisher.status().lag()).isZero();
        assertThat(published()).isEqualTo(journal.history());
    }

    @Test
    void anOutageIsNoticedWithinASecondAlsoWhenThereIsNothingToSend() {
        durable(3);
        JournalPublisher publisher = publisher();
        drain(publisher);

        log.away = true;
        now += SECOND;
        publisher.pump();

        assertThat(publisher.status().connected()).isFalse();
    }

    @Test
    void aLogThatIsSilentForTwoSecondsIsNotCalledConnected() {
        JournalPublisher publisher = publisher();
        publisher.pump();
        durable(3);
        assertThat(publisher.status().connected()).isTrue();

        now += 2 * SECOND; // the publisher's thread is waiting in a call of the log's client all the while

        assertThat(publisher.status().connected()).isFalse();
        drain(publisher);
        assertThat(publisher.status().connected()).isTrue();
    }

    @Test
    void whatTheLogLostAfterAcknowledgingItIsSentAgain() {
        durable(50);
        JournalPublisher publisher = publisher();
        drain(publisher);
        now += SECOND;
        publisher.pump();

        log.losePower(20);
        now += SECOND;
        publisher.pump();
        now += SECOND;
        drain(publisher);

        assertThat(published()).containsAll(journal.history());
    }

    @Test
    void whatTheLogLostWhileThePublisherWasDownIsSentAgain() {
        JournalPublisher publisher = publisher();
        for (int i = 0; i < 10; i++) {
            durable(10);
            drain(publisher);
            now += SECOND;
            publisher.pump();
        }
        publisher.close();
        log.losePower(10);

        drain(publisher());

        assertThat(published()).containsAll(journal.history());
        assertThat(published())
                .as("not everything, only from the newest mark that holds")
                .hasSizeLessThan(160);
    }

    @Test
    void aTopicThatWasMadeAgainGetsEverything() {
        durable(30);
        JournalPublisher publisher = publisher();
        drain(publisher);
        publisher.close();
        log.recreate();

        drain(publisher());

        assertThat(published()).isEqualTo(journal.history());
    }

    @Test
    void aCheckpointAheadOfTheJournalIsRefused() {
        durable(10);
        JournalPublisher publisher = publisher();
        drain(publisher);
        publisher.close();

        assertThatThrownBy(
                        () -> new JournalPublisher(ports(new MemoryJournal()), PublisherSettings.of(MemoryLog.TOPIC)))
                .isInstanceOf(PublisherException.class)
                .hasMessageContaining("journal is behind the checkpoint: durable seq 0, published seq 10");
    }

    @Test
    void aLogAheadOfTheJournalIsRefused() {
        durable(10);
        drain(publisher());
        checkpoint.saved = java.util.Optional.empty();

        JournalPublisher publisher =
                new JournalPublisher(ports(new MemoryJournal()), PublisherSettings.of(MemoryLog.TOPIC));
        assertThatThrownBy(publisher::pump)
                .isInstanceOf(PublisherException.class)
                .hasMessageContaining("journal is behind the log: durable seq 0");
    }

    @Test
    void disabledItTouchesNothing() {
        durable(10);
        JournalPublisher publisher = new JournalPublisher(
                ports(journal), new PublisherSettings(MemoryLog.TOPIC, false, 10, 100, Duration.ZERO, Duration.ZERO));

        assertThat(publisher.pump()).isZero();
        publisher.close();

        assertThat(log.producers).isZero();
        assertThat(publisher.status()).isEqualTo(new PublisherStatus(false, false, 0, 10, 0, ""));
    }

    @Test
    void noMoreThanTheLimitIsInFlight() {
        durable(1_000);
        PublishCheckpoint line = new PublishCheckpoint();
        JournalPublisher publisher = new JournalPublisher(
                new JournalPublisher.Parts(ports(journal), new TailReconcile(), line),
                new PublisherSettings(MemoryLog.TOPIC, true, 10, 35, Duration.ofSeconds(1), Duration.ofSeconds(1)));

        // A round in which the log says nothing does nothing.
        for (int rounds = 0; rounds < 1_000; rounds++) {
            publisher.pump();
            assertThat(line.inFlight()).isLessThanOrEqualTo(35);
        }

        assertThat(published()).isEqualTo(journal.history());
    }

    private void durable(int events) {
        journal.write(events);
        journal.force();
    }

    private JournalPublisher publisher() {
        return new JournalPublisher(ports(journal), PublisherSettings.of(MemoryLog.TOPIC));
    }

    private PublisherPorts ports(EventSource source) {
        return new PublisherPorts(source, log, checkpoint, () -> Instant.EPOCH.plusNanos(now), () -> now);
    }

    private static void drain(JournalPublisher publisher) {
        int rounds = 0;
        while (publisher.pump() > 0) {
            assertThat(++rounds).isLessThan(10_000);
        }
    }

    private List<Event> published() {
        List<Event> events = new ArrayList<>();
        for (int p = 0; p < log.partitionCount(); p++) {
            log.records(p).forEach(r -> events.add(EventJson.readEvent(r.value())));
        }
        events.sort(Comparator.comparingLong(Event::seq));
        return events;
    }
}
