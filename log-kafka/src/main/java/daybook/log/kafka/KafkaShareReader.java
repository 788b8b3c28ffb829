package daybook.log.kafka;

import daybook.log.FencedException;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.InvalidRecordStateException;

/**
 * A worker of a Kafka share group. Each answer is committed before its call returns, so that whoever is too late is told.
 *
 * <p>Kafka's consumer takes no second batch before each record of the first is answered, and takes the size of a batch as a setting.
 * So there is one consumer for each batch that is out: one, for a worker that answers what it has before it asks for more.
 * Confined to one thread.
 */
final class KafkaShareReader implements ShareReader {
    private final IntFunction<ShareConsumer<byte[], byte[]>> consumers;
    private final KafkaLogSettings settings;
    private final Names names;
    private final String group;
    private final Duration lock;
    private final List<Desk> desks = new ArrayList<>();

    /** A consumer with the batch that it has out. */
    private static final class Desk {
        private final int size;
        private final ShareConsumer<byte[], byte[]> consumer;
        private final Map<Lent, ConsumerRecord<byte[], byte[]>> out = new HashMap<>();
        private long sinceNs;

        Desk(int size, ShareConsumer<byte[], byte[]> consumer) {
            this.size = size;
            this.consumer = consumer;
        }
    }

    /** @param consumers makes a subscribed one, for batches of up to so many records */
    KafkaShareReader(
            IntFunction<ShareConsumer<byte[], byte[]>> consumers,
            KafkaLogSettings settings,
            String group,
            Duration lock) {
        this.consumers = consumers;
        this.settings = settings;
        this.names = new Names(settings.names());
        this.group = group;
        this.lock = lock;
    }

    @Override
    public List<Lent> poll(int max, Duration timeout) {
        Desk desk = idle(max);
        try {
            List<Lent> lent = new ArrayList<>();
            desk.sinceNs = settings.nanos().getAsLong();
            for (ConsumerRecord<byte[], byte[]> record : desk.consumer.poll(timeout)) {
                StoredRecord stored = Records.inside(names, record);
                Lent one = new Lent(stored, record.deliveryCount().orElse((short) 1));
                desk.out.put(one, record);
                lent.add(one);
            }
            return lent;
        } catch (KafkaException e) {
            throw Failures.reading("share group " + group + ": poll", e);
        }
    }

    @Override
    public void accept(Lent lent) {
        answer(lent, AcknowledgeType.ACCEPT);
    }

    @Override
    public void release(Lent lent) {
        answer(lent, AcknowledgeType.RELEASE);
    }

    @Override
    public void reject(Lent lent) {
        answer(lent, AcknowledgeType.REJECT);
    }

    /** What is still out goes back to the group. */
    @Override
    public void close() {
        for (Desk desk : desks) {
            try {
                desk.out.values().forEach(record -> desk.consumer.acknowledge(record, AcknowledgeType.RELEASE));
                desk.out.clear();
                desk.consumer.close(settings.timeout());
            } catch (KafkaException e) {
                throw Failures.reading("share group " + group + ": close", e);
            }
        }
        desks.clear();
    }

    private void answer(Lent lent, AcknowledgeType answer) {
        Optional<Desk> holder =
                desks.stream().filter(desk -> desk.out.containsKey(lent)).findFirst();
        if (holder.isEmpty()) {
            throw over(lent.stored().place(), lent.stored().offset());
        }
        Desk desk = holder.get();
        ConsumerRecord<byte[], byte[]> record = desk.out.remove(lent);
        try {
            desk.consumer.acknowledge(record, answer);
            for (Map.Entry<TopicIdPartition, Optional<KafkaException>> told :
                    desk.consumer.commitSync(settings.timeout()).entrySet()) {
                if (told.getValue().isPresent()) {
                    KafkaException error = told.getValue().get();
                    if (error instanceof InvalidRecordStateException) {
                        throw over(lent.stored().place(), lent.stored().offset());
                    }
                    throw Failures.writing("share group " + group + ": answer", error);
                }
            }
        } catch (KafkaException e) {
            throw Failures.writing("share group " + group + ": answer", e);
        }
    }

    private Desk idle(int max) {
        for (Desk desk : desks) {
            if (!desk.out.isEmpty() && settings.nanos().getAsLong() - desk.sinceNs > lock.toNanos()) {
                drop(desk);
            }
            if (desk.size == max && desk.out.isEmpty()) {
                return desk;
            }
        }
        Desk desk = new Desk(max, consumers.apply(max));
        desks.add(desk);
        return desk;
    }

    /** Its locks have ended: the group has the records already. The client wants an answer all the same. */
    private void drop(Desk desk) {
        try {
            desk.out.values().forEach(record -> desk.consumer.acknowledge(record, AcknowledgeType.RELEASE));
            desk.out.clear();
            desk.consumer.commitSync(settings.timeout());
        } catch (KafkaException e) {
            throw Failures.reading("share group " + group + ": poll", e);
        }
    }

    private FencedException over(TopicPartition place, long offset) {
        return new FencedException("share group " + group + ": the lock of " + place + " offset " + offset
                + " is over (expected: an answer within " + lock.toMillis() + " ms)");
    }
}
