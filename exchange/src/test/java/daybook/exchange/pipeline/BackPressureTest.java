package daybook.exchange.pipeline;

import static daybook.exchange.pipeline.SimulatedVenue.buy;
import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.Sequence;
import daybook.exchange.Submission;
import daybook.journal.JournalTailer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * FEATURES P22: why the publisher is no stage. As a stage it frees the slots, so an outage of the log fills the ring and clients
 * are told busy; as a reader of the journal it only falls behind.
 */
class BackPressureTest {
    private static final int ORDERS = 5_000;

    @Test
    void withThePublisherAsAStageAnOutageMakesTheExchangeBusy() {
        PublisherStage publisher = new PublisherStage();
        SimulatedVenue venue = new SimulatedVenue().open(parts -> {
            Stage journal = Assembly.INLINE.between(parts).get(0);
            publisher.durable = journal.finished();
            return List.of(journal, publisher);
        });
        venue.prepare();

        publisher.logIsDown = true;
        int busy = send(venue);

        assertThat(busy).isEqualTo(ORDERS - SimulatedVenue.SETTINGS.ringSlots());
        assertThat(venue.exchange().counters().busy()).isPositive();

        publisher.logIsDown = false;
        venue.pump();
        assertThat(venue.exchange().submit(buy("B", "after", 1, 100), reply -> {}))
                .isInstanceOf(Submission.Queued.class);
    }

    @Test
    void withThePublisherAsATailerNothingIsRefused() {
        SimulatedVenue venue = SimulatedVenue.trading();
        List<Long> published = new ArrayList<>();

        int busy = send(venue);

        assertThat(busy).isZero();
        try (JournalTailer tailer = JournalTailer.events(venue.disk, venue.home.journal(), 1)) {
            tailer.poll(venue.exchange().durableSeq(), 10_000, (kind, seq, payload, last) -> published.add(seq));
        }
        assertThat(published).hasSize(ORDERS + 6);
    }

    private static int send(SimulatedVenue venue) {
        int busy = 0;
        for (int i = 0; i < ORDERS; i++) {
            if (venue.exchange().submit(buy("A", "o" + i, 1, 100), reply -> {}) instanceof Submission.Busy) {
                busy++;
            }
            venue.exchange().pump();
        }
        return busy;
    }

    /** The design that we do not have. */
    private static final class PublisherStage implements Stage {
        private final Sequence published = new Sequence();
        private Sequence durable = new Sequence();
        private boolean logIsDown;

        @Override
        public int pump() {
            int waiting = (int) (durable.get() - published.get());
            if (logIsDown) {
                return 0;
            }
            published.set(durable.get());
            return waiting;
        }

        @Override
        public Sequence finished() {
            return published;
        }
    }
}
