package daybook.log.kafka;

import daybook.log.FencedException;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;

/**
 * A worker of a Kafka share group. Answers are committed before the call returns, so that whoever is too late is told.
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
    private final List<ShareDesk> desks = new ArrayList<>();

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
        ShareDesk desk = idle(max);
        try {
            List<Lent> lent = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : desk.poll(timeout)) {
                StoredRecord stored = Records.inside(names, record);
                lent.add(new Lent(stored, ShareDesk.deliveries(record)));
            }
            return lent;
        } catch (KafkaException e) {
            throw Failures.reading("share group " + group + ": poll", e);
        }
    }

    @Override
    public void answer(Map<Lent, Answer> answers) {
        FencedException over = null;
        Set<ShareDesk> asked = new LinkedHashSet<>();
        try {
            for (Map.Entry<Lent, Answer> one : answers.entrySet()) {
                Lent lent = one.getKey();
                Optional<ShareDesk> holder =
                        desks.stream().filter(desk -> desk.has(key(lent))).findFirst();
                if (holder.isPresent()) {
                    holder.get().acknowledge(key(lent), type(one.getValue()));
                    asked.add(holder.get());
                } else {
                    over = over(
                            lent.stored().place() + " offset " + lent.stored().offset());
                }
            }
            for (ShareDesk desk : asked) {
                Optional<org.apache.kafka.common.TopicPartition> late = desk.commit();
                over = late.isPresent() ? over(overIn(answers, names.inside(late.get()))) : over;
            }
        } catch (KafkaException e) {
            throw Failures.writing("share group " + group + ": answer", e);
        }
        if (over != null) {
            throw over;
        }
    }

    @Override
    public void renew() {
        try {
            desks.forEach(ShareDesk::renew);
        } catch (KafkaException e) {
            throw Failures.writing("share group " + group + ": renewal", e);
        }
    }

    /** What is still out goes back to the group. */
    @Override
    public void close() {
        for (ShareDesk desk : desks) {
            try {
                desk.close();
            } catch (KafkaException e) {
                throw Failures.reading("share group " + group + ": close", e);
            }
        }
        desks.clear();
    }

    private ShareDesk idle(int max) {
        for (ShareDesk desk : desks) {
            try {
                desk.dropIfOver(lock);
            } catch (KafkaException e) {
                throw Failures.reading("share group " + group + ": poll", e);
            }
            if (desk.isIdleFor(max)) {
                return desk;
            }
        }
        ShareDesk desk = new ShareDesk(max, consumers.apply(max), settings);
        desks.add(desk);
        return desk;
    }

    private ShareDesk.Key key(Lent lent) {
        return new ShareDesk.Key(
                names.outside(lent.stored().place()), lent.stored().offset(), lent.deliveries());
    }

    private static AcknowledgeType type(Answer answer) {
        return switch (answer) {
            case ACCEPT -> AcknowledgeType.ACCEPT;
            case RELEASE -> AcknowledgeType.RELEASE;
            case REJECT -> AcknowledgeType.REJECT;
        };
    }

    /** Kafka says it of a partition, not of a record. */
    private static String overIn(Map<Lent, Answer> answers, TopicPartition place) {
        List<Long> offsets = answers.keySet().stream()
                .filter(lent -> lent.stored().place().equals(place))
                .map(lent -> lent.stored().offset())
                .sorted()
                .toList();
        return place + (offsets.size() == 1 ? " offset " + offsets.get(0) : " one of the offsets " + offsets);
    }

    private FencedException over(String of) {
        return new FencedException("share group " + group + ": the lock of " + of
                + " is over (expected: an answer, or a renewal, within " + lock.toMillis() + " ms)");
    }
}
