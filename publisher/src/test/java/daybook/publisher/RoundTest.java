package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.ForwardingLog;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundTest {
    private static final int PARTITIONS = 3;

    @Test
    void thoseOfAPartitionComeTogetherInTheOrderInWhichTheyCame() {
        Round round = new Round(2);
        LogRecord record = new LogRecord(new byte[0], new byte[0], List.of(), 0);
        List<String> taken = new ArrayList<>();
        for (int seq = 1; seq <= 200; seq++) {
            round.add(seq % 2, seq, record);
        }

        round.drain((partition, seq, each) -> taken.add(partition + ":" + seq));
        round.drain((partition, seq, each) -> taken.add("again"));

        assertThat(taken).hasSize(200).startsWith("0:2", "0:4", "0:6").endsWith("1:197", "1:199");
    }

    @Test
    void thePublisherSendsARoundPartitionByPartition() {
        MemoryJournal journal = durable(200);
        List<Integer> sentTo = new ArrayList<>();

        try (JournalPublisher publisher = publisher(journal, sentTo)) {
            publisher.pump();
        }

        assertThat(sentTo).hasSize(200).isSorted().contains(0, 1, 2);
    }

    @Test
    void whatComesBeforeAnEventThatCannotBeReadIsSent() {
        MemoryJournal journal = durable(200);
        List<Integer> sentTo = new ArrayList<>();

        JournalPublisher publisher = publisher(new RecordsAheadTest.Broken(journal, 151), sentTo);

        assertThatThrownBy(publisher::pump).isInstanceOf(IllegalStateException.class);
        assertThat(sentTo).hasSize(150);
    }

    private static MemoryJournal durable(int events) {
        MemoryJournal journal = new MemoryJournal();
        journal.write(events);
        journal.force();
        return journal;
    }

    private static JournalPublisher publisher(EventSource source, List<Integer> sentTo) {
        PublisherPorts ports = new PublisherPorts(
                source,
                noting(new MemoryLog(new Random(1), PARTITIONS, false), sentTo),
                new MemoryCheckpoint(),
                () -> Instant.EPOCH,
                () -> 0);
        return new JournalPublisher(ports, PublisherSettings.of(MemoryLog.TOPIC));
    }

    private static ForwardingLog noting(MemoryLog real, List<Integer> sentTo) {
        return new ForwardingLog(real) {
            @Override
            public Producer producer(String producerId) {
                Producer producer = real.producer(producerId);
                return new Producer() {
                    @Override
                    public void send(
                            String topic,
                            OptionalInt partition,
                            LogRecord record,
                            long seq,
                            Acknowledgement acknowledgement) {
                        sentTo.add(partition.orElseThrow());
                        producer.send(topic, partition, record, seq, acknowledgement);
                    }

                    @Override
                    public int poll() {
                        return producer.poll();
                    }

                    @Override
                    public void flush() {
                        producer.flush();
                    }

                    @Override
                    public void close() {
                        producer.close();
                    }
                };
            }
        };
    }
}
