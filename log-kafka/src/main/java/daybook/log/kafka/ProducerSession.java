package daybook.log.kafka;

import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Writes to Kafka: acks=all, idempotent, in order per partition. Kafka answers on a thread of its own; the answers wait here for
 * the writer's thread.
 *
 * <p>(producer, seq) is remembered for this session, for the newest {@link SeqMemory#KEPT} seqs of each partition. A record that
 * failed may be on the topic all the same: its seq is forgotten, so that it can be sent again.
 */
final class ProducerSession implements Producer {
    private final String producerId;
    private final KafkaLogSettings settings;
    private final TopicFacts topics;
    private final Names names;
    private final org.apache.kafka.clients.producer.Producer<byte[], byte[]> client;
    /** By topic, then by partition. */
    private final Map<String, Target[]> targets = new HashMap<>();

    private final Outcomes outcomes = new Outcomes();
    private int unanswered;
    private boolean closed;

    ProducerSession(
            String producerId,
            KafkaLogSettings settings,
            TopicFacts topics,
            org.apache.kafka.clients.producer.Producer<byte[], byte[]> client) {
        this.producerId = producerId;
        this.settings = settings;
        this.topics = topics;
        this.names = new Names(settings.names());
        this.client = client;
    }

    @Override
    public void send(String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
        checkOpen();
        if (seq < NO_SEQ) {
            throw new IllegalArgumentException("seq: " + seq + " (expected: 0 or more, or NO_SEQ)");
        }
        checkSize(topic, record);
        Target target = target(topic, partition, record.key());
        Sent sent = new Sent(target, seq, acknowledgement, outcomes);
        switch (target.memory().enter(seq, sent, acknowledgement)) {
            case NOTHING -> send(sent, Records.outside(target, record));
            case ON_ITS_WAY -> unanswered++;
            case STORED -> {
                unanswered++;
                sent.isDuplicate();
            }
        }
    }

    @Override
    public int poll() {
        checkOpen();
        return drain();
    }

    @Override
    public void flush() {
        checkOpen();
        Deadline deadline = Deadline.in(settings.timeout(), settings.nanos());
        drain();
        while (unanswered > 0) {
            Sent answered = next(deadline);
            if (answered == null) {
                throw new LogException(
                        LogException.Kind.TIMED_OUT,
                        "producer " + producerId + ": " + unanswered + " records not answered for within "
                                + settings.timeout().toMillis() + " ms");
            }
            tell(answered);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            // Fails what is not on its way, and has told so when it returns.
            client.close(Duration.ZERO);
        } catch (KafkaException e) {
            throw Failures.reading("close of producer " + producerId, e);
        } finally {
            drain();
        }
    }

    /**
     * Blocks up to a third of the deadline while the cluster is not known or the buffer is full. Kafka would then fail the record
     * by its callback and block again for the next one; a writer that is told at once can stop.
     */
    private void send(Sent sent, ProducerRecord<byte[], byte[]> record) {
        Exception refused;
        try {
            var unused = client.send(record, sent);
            refused = sent.refusedAtOnce();
        } catch (KafkaException e) {
            refused = e;
        }
        if (refused != null) {
            sent.target().memory().failed(sent);
            throw Failures.reading(sent.place().topic() + ": send", refused); // nothing was sent
        }
        unanswered++;
    }

    private @Nullable Sent next(Deadline deadline) {
        try {
            return outcomes.await(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogException(LogException.Kind.FAILED, "producer " + producerId + ": interrupted", e);
        }
    }

    private int drain() {
        int count = 0;
        for (Sent answered = outcomes.poll(); answered != null; answered = outcomes.poll()) {
            count += tell(answered);
        }
        return count;
    }

    /** An acknowledgement may send again: what it sends is answered later. */
    private int tell(Sent answered) {
        int told = answered.waiting();
        unanswered -= told;
        Exception why = answered.error();
        if (why == null) {
            answered.tellStored();
        } else {
            answered.target().memory().failed(answered);
            answered.tellFailed(refused(answered.place(), why));
        }
        return told;
    }

    private LogException refused(TopicPartition place, Exception why) {
        if (!(why instanceof RecordTooLargeException)) {
            return Failures.writing(place.toString(), why);
        }
        String limit;
        try {
            limit = "up to " + topics.maxMessageBytes(place.topic()) + " bytes, max.message.bytes of the topic";
        } catch (LogException unknown) {
            limit = "up to max.message.bytes of the topic";
        }
        return new LogException(
                LogException.Kind.TOO_LARGE,
                place + ": the record, even compressed, is larger than the topic takes (expected: " + limit + ")",
                why);
    }

    private Target target(String topic, OptionalInt chosen, byte[] key) {
        int count = topics.partitions(topic);
        int number = chosen.isPresent() ? chosen.getAsInt() : Partitioner.partition(key, count);
        if (number < 0 || number >= count) {
            throw new IllegalArgumentException(
                    "partition: " + number + " of " + topic + " (expected: 0.." + (count - 1) + ")");
        }
        Target[] known = targets.get(topic);
        if (known == null || number >= known.length) {
            known = targets(topic, count);
        }
        return known[number];
    }

    /** Of a topic that is new here, or has grown. */
    private Target[] targets(String topic, int count) {
        Target[] before = targets.getOrDefault(topic, new Target[0]);
        String outside = names.outside(topic);
        Target[] all = new Target[count];
        Arrays.setAll(
                all,
                number -> number < before.length
                        ? before[number]
                        : new Target(new TopicPartition(topic, number), outside, new SeqMemory()));
        targets.put(topic, all);
        return all;
    }

    private void checkSize(String topic, LogRecord record) {
        if (Records.isWithin(record, settings.maxRecordBytes())) {
            return;
        }
        long size = Records.sizeBytes(record);
        if (size > settings.maxRecordBytes()) {
            throw new LogException(
                    LogException.Kind.TOO_LARGE,
                    topic + ": record of about " + size + " bytes with headers (expected: up to "
                            + settings.maxRecordBytes() + ")");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("producer: " + producerId + " is closed (expected: open)");
        }
    }
}
