package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.exchange.Reply;
import daybook.exchange.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads at the ring; one thread pumps. */
class ConcurrencyTest {
    private static final int SUBMITTERS = 4;
    private static final int ORDERS_EACH = 5_000;

    @Test
    @Timeout(60)
    void everyOrderIsAnsweredOnceInTheOrderOfRealTime() throws InterruptedException {
        SimulatedVenue venue = SimulatedVenue.trading();
        AtomicLong clock = new AtomicLong();
        ConcurrentLinkedQueue<AckChecker.Ack> acks = new ConcurrentLinkedQueue<>();
        CountDownLatch answered = new CountDownLatch(SUBMITTERS * ORDERS_EACH);
        AtomicBoolean done = new AtomicBoolean();
        Thread pump = new Thread(
                () -> {
                    while (!done.get()) {
                        if (venue.exchange().pump() == 0) {
                            Thread.onSpinWait();
                        }
                    }
                },
                "exchange");
        pump.start();
        List<Thread> submitters = new ArrayList<>();
        for (int s = 0; s < SUBMITTERS; s++) {
            String account = List.of("A", "B", "C", "D").get(s);
            Thread submitter = new Thread(() -> submit(venue, account, clock, acks, answered), "submitter " + account);
            submitters.add(submitter);
            submitter.start();
        }

        assertThat(answered.await(50, TimeUnit.SECONDS)).isTrue();
        done.set(true);
        pump.join();
        for (Thread submitter : submitters) {
            submitter.join();
        }

        assertThat(acks).hasSize(SUBMITTERS * ORDERS_EACH);
        assertThat(AckChecker.anomalies(List.copyOf(acks))).isEmpty();
        assertThat(venue.exchange().counters().commands()).isEqualTo(6 + SUBMITTERS * ORDERS_EACH);
        assertThat(venue.stateHash()).isEqualTo(venue.hashFromScratch());
    }

    private static void submit(
            SimulatedVenue venue,
            String account,
            AtomicLong clock,
            ConcurrentLinkedQueue<AckChecker.Ack> acks,
            CountDownLatch answered) {
        for (int i = 0; i < ORDERS_EACH; i++) {
            String name = account + i;
            long begun = clock.incrementAndGet();
            while (venue.exchange().submit(SimulatedVenue.buy(account, name, 1, 100 + i % 7), reply -> {
                        acks.add(new AckChecker.Ack(
                                name, begun, clock.incrementAndGet(), ((Reply.Decided) reply).commandSeq()));
                        answered.countDown();
                    })
                    instanceof Submission.Busy) {
                Thread.onSpinWait();
            }
        }
    }
}
