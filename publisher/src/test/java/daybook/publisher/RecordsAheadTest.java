package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.EntryVisitor;
import daybook.log.LogRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RecordsAheadTest {
    private static final int MANY = 3 * RecordsAhead.FAR;

    private final MemoryJournal journal = new MemoryJournal();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<Long, LogRecord> taken = new LinkedHashMap<>();
    private int closed;

    @Test
    void aBacklogComesFromAThreadInOrderAndAsItWouldWithout() {
        durable(MANY);

        comesAsItWouldWithout(here(journal));

        assertThat(threads).hasSize(1);
    }

    /** Planted: a thread that does not begin where the publisher's own had come to. */
    @Test
    void aThreadThatBeginsOneTooLateIsFound() {
        durable(MANY);
        Supply real = here(journal);
        Thread own = Thread.currentThread();
        Supply late = new Supply() {
            private boolean begun;

            @Override
            public int poll(long upToSeq, int max, Taker taker) {
                if (!begun && Thread.currentThread() != own) {
                    begun = true;
                    real.poll(upToSeq, 1, (seq, record) -> {});
                }
                return real.poll(upToSeq, max, taker);
            }

            @Override
            public void close() {
                real.close();
            }
        };

        assertThatThrownBy(() -> comesAsItWouldWithout(late)).isInstanceOf(AssertionError.class);
    }

    private void comesAsItWouldWithout(Supply supply) {
        takeAll(new RecordsAhead(supply, 1, this::thread, journal::durableSeq));
        Map<Long, LogRecord> expected = new LinkedHashMap<>();
        here(journal).poll(MANY, MANY, expected::put);
        assertThat(List.copyOf(taken.keySet())).isEqualTo(List.copyOf(expected.keySet()));
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    void fewAreMadeHereAndALaterBacklogHasAThreadAgain() {
        RecordsAhead ahead = ahead(journal);
        durable(10);
        takeAll(ahead);
        assertThat(threads).isEmpty();

        durable(RecordsAhead.FAR);
        takeAll(ahead);
        assertThat(threads).hasSize(1);
        durable(10);
        takeAll(ahead);
        assertThat(threads).hasSize(1);
        durable(RecordsAhead.FAR);
        takeAll(ahead);

        assertThat(threads).hasSize(2);
        assertThat(List.copyOf(taken.keySet())).isSorted().hasSize(2 * RecordsAhead.FAR + 20);
    }

    @Test
    void noMoreAreHandedOverThanAreAskedFor() {
        durable(MANY);
        RecordsAhead ahead = ahead(journal);

        for (int i = 1; i <= 5; i++) {
            assertThat(ahead.poll(journal.durableSeq(), 700, taken::put)).isEqualTo(700);
            assertThat(taken).hasSize(700 * i);
        }
        ahead.close();
    }

    @Test
    void closingEndsAThreadThatIsFarAheadAndClosesTheJournal() throws InterruptedException {
        durable(MANY);
        RecordsAhead ahead = ahead(journal);
        ahead.poll(journal.durableSeq(), 1, taken::put);

        ahead.close();

        threads.get(0).join(Duration.ofSeconds(5).toMillis());
        assertThat(threads.get(0).isAlive()).isFalse();
        assertThat(closed).isPositive();
    }

    @Test
    void whatCannotBeReadIsToldBehindAllThatCould() {
        durable(MANY);
        int broken = MANY - 1_234;
        RecordsAhead ahead = ahead(new Broken(journal, broken));

        assertThatThrownBy(() -> takeAll(ahead)).isInstanceOf(IllegalStateException.class);
        assertThat(taken).hasSize(broken - 1);
        assertThatThrownBy(() -> takeAll(ahead)).isInstanceOf(IllegalStateException.class);
        assertThat(taken).hasSize(broken - 1);
    }

    @Test
    void thePublisherSendsABacklogOfTwoThreadsInOrder() {
        durable(MANY);
        MemoryLog log = new MemoryLog(new Random(1), 1, false);
        PublisherPorts ports = new PublisherPorts(journal, log, new MemoryCheckpoint(), () -> Instant.EPOCH, () -> 0)
                .readingAhead(this::thread);
        try (JournalPublisher publisher = new JournalPublisher(ports, PublisherSettings.of(MemoryLog.TOPIC))) {
            while (publisher.status().publishedSeq() < MANY) {
                publisher.pump();
            }
        }

        assertThat(threads).hasSize(1);
        assertThat(log.records(0).stream().map(EventRecord::seqOf).toList())
                .isEqualTo(journal.history().stream().map(event -> event.seq()).toList());
    }

    private int takeAll(RecordsAhead ahead) {
        int before = taken.size();
        while (ahead.poll(journal.durableSeq(), 1_000, taken::put) > 0) {
            assertThat(taken.size()).isLessThanOrEqualTo((int) journal.durableSeq());
        }
        return taken.size() - before;
    }

    private RecordsAhead ahead(EventSource source) {
        return new RecordsAhead(here(source), 1, this::thread, journal::durableSeq);
    }

    private Supply here(EventSource source) {
        EventRecords records = new EventRecords(source.from(1), () -> Instant.EPOCH);
        return new Supply() {
            @Override
            public int poll(long upToSeq, int max, Taker taker) {
                return records.poll(upToSeq, max, taker);
            }

            @Override
            public void close() {
                closed++;
                records.close();
            }
        };
    }

    private void thread(Runnable body) {
        Thread made = new Thread(body);
        threads.add(made);
        made.start();
    }

    private void durable(int events) {
        journal.write(events);
        journal.force();
    }

    /** Cannot be read from a seq on. */
    record Broken(MemoryJournal journal, long at) implements EventSource {
        @Override
        public long durableSeq() {
            return journal.durableSeq();
        }

        @Override
        public Tail from(long seq) {
            Tail tail = journal.from(seq);
            return new Tail() {
                @Override
                public int poll(long upToSeq, int max, EntryVisitor visitor) {
                    return tail.poll(upToSeq, max, (kind, number, payload, last) -> {
                        if (number >= at) {
                            throw new IllegalStateException("seq " + number);
                        }
                        visitor.entry(kind, number, payload, last);
                    });
                }

                @Override
                public void close() {
                    tail.close();
                }
            };
        }
    }
}
