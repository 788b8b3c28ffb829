package daybook.log.kafka;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * The log on an Apache Kafka cluster. It has no {@link daybook.log.Log.Capability} beyond the contract.
 *
 * <p>Opening it connects to nothing: a venue starts without its broker, and catches up later. {@link #checkReachable} asks.
 * Closing it does not close its producers and readers.
 */
public final class KafkaLog implements Log {
    private final KafkaLogSettings settings;
    private final Clients clients;
    private final Names names;
    private final Answers answers;
    private final Topics topics;
    private final GroupProtocol protocol;
    private final Owners owners = new Owners();

    /** @param told what each client is told instead of what it would be: only for tests that show what a property prevents */
    KafkaLog(KafkaLogSettings settings, UnaryOperator<Map<String, Object>> told) {
        this.settings = settings;
        this.clients = new Clients(settings, told);
        this.names = new Names(settings.names());
        this.answers = new Answers(settings.timeout());
        this.topics = new Topics(clients::admin, settings);
        this.protocol = new GroupProtocol(clients::admin, settings);
    }

    /** Opens it, whether or not a broker's name resolves. Throws an {@link IllegalArgumentException} if a certificate store cannot be read. */
    public static KafkaLog open(KafkaLogSettings settings) {
        return new KafkaLog(settings, UnaryOperator.identity());
    }

    /** @throws LogException saying in one line why no broker can be used from here */
    public void checkReachable() {
        reachableBrokers();
    }

    /**
     * How many brokers are there now.
     *
     * @throws LogException saying in one line why none can be used from here
     */
    public int reachableBrokers() {
        clients.preflight().require();
        return answers.of(
                        clients.admin().describeCluster().nodes(),
                        settings.cluster().toString())
                .size();
    }

    /**
     * How safe a topic is.
     *
     * @param replicas copies of each partition; the fewest of any
     * @param minInSync how many must have a record before it is acknowledged
     */
    public record Copies(int replicas, int minInSync) {
        /** How many of so many copies should have a record: one may be away. */
        public static int inSync(int replicas) {
            return replicas >= 3 ? replicas - 1 : 1;
        }
    }

    /** @throws LogException of kind UNKNOWN_TOPIC if it is not there */
    public Copies copies(String topic) {
        return topics.copies(topic);
    }

    /**
     * Gives a topic more partitions. Keys move to others with that, so whoever calls this has seen to it that nobody writes and
     * that every group has read to the end.
     *
     * @throws LogException if the cluster refuses, say because it has as many already
     */
    public void growTopic(String topic, int partitions) {
        topics.grow(topic, partitions);
    }

    @Override
    public boolean has(Capability capability) {
        return switch (capability) {
            case DURABLE_DEDUP, EXACT_ASSIGNMENT, SEGMENT_FILES, OWNER_FENCING -> false;
            case SHARE -> true;
        };
    }

    @Override
    public void createTopic(TopicSpec spec) {
        topics.create(spec);
    }

    @Override
    public List<TopicSpec> topics() {
        return topics.all();
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return topics.find(name);
    }

    @Override
    public UUID topicId(String topic) {
        return topics.id(topic);
    }

    @Override
    public long startOffset(TopicPartition place) {
        return clients.lookup().start(topics.outside(place));
    }

    @Override
    public long endOffset(TopicPartition place) {
        return clients.lookup().end(topics.outside(place));
    }

    @Override
    public OptionalLong heldAt(TopicPartition place) {
        org.apache.kafka.common.TopicPartition outside = topics.outside(place);
        // First the end of everything, then that of what is over: were it the other way round, what is written in
        // between would count.
        long all = answers.of(
                        clients.admin()
                                .listOffsets(
                                        Map.of(outside, OffsetSpec.latest()),
                                        new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                                .partitionResult(outside),
                        place + ": end offset")
                .offset();
        long over = clients.lookup().end(outside);
        return over < all ? OptionalLong.of(over) : OptionalLong.empty();
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        return clients.lookup().at(topics.outside(place), timeMs);
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        return clients.lookup().read(topics.outside(place), offset, max);
    }

    @Override
    public Producer producer(String producerId) {
        return new ProducerSession(producerId, settings, topics, clients.producer(producerId));
    }

    @Override
    public GroupReader group(GroupOptions options) {
        List<String> outside = new ArrayList<>();
        for (String topic : options.topics()) {
            topics.partitions(topic); // a member of a group waits for a missing topic for ever, and says nothing
            outside.add(names.outside(topic));
        }
        Map<String, Object> member = clients.properties()
                .member(
                        options.group(),
                        options.sessionTimeout(),
                        protocol.isNewer(options.group(), options.sessionTimeout()));
        return new KafkaGroupReader(clients.consumer(member), settings, options, outside);
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        List<org.apache.kafka.common.TopicPartition> outside =
                places.stream().map(topics::outside).toList();
        return new KafkaOwnedReader(
                clients.consumer(clients.properties().owner(group)),
                settings,
                owners,
                new KafkaOwnedReader.Owned(group, List.copyOf(places), outside));
    }

    @Override
    public Reader tail(Collection<String> of) {
        List<org.apache.kafka.common.TopicPartition> places = new ArrayList<>();
        for (String topic : of) {
            for (int partition = 0; partition < topics.partitions(topic); partition++) {
                places.add(new org.apache.kafka.common.TopicPartition(names.outside(topic), partition));
            }
        }
        return new KafkaTail(clients.consumer(clients.properties().reader()), settings, places);
    }

    /**
     * By Kafka's share groups. After ten deliveries Kafka gives a record up (and puts it on a dead-letter topic, if the group has one).
     *
     * @throws LogException also if the broker's bounds do not allow the lock: 15 s to 60 s unless somebody changed them
     */
    @Override
    public ShareReader share(String group, Collection<String> of, Duration lockDuration) {
        List<String> outside = new ArrayList<>();
        for (String topic : of) {
            topics.partitions(topic);
            outside.add(names.outside(topic));
        }
        GroupSettings.set(
                clients.admin(),
                answers,
                names.outsideGroup(group),
                Map.of(
                        "share.auto.offset.reset", "earliest",
                        "share.record.lock.duration.ms", Long.toString(lockDuration.toMillis()),
                        "share.delivery.count.limit", "10"));
        return new KafkaShareReader(
                max -> {
                    var consumer = clients.shareConsumer(clients.properties().worker(group, max));
                    consumer.subscribe(outside);
                    return consumer;
                },
                settings,
                group,
                lockDuration);
    }

    @Override
    public List<String> groups() {
        return answers.of(clients.admin().listGroups().all(), "list of groups").stream()
                .map(GroupListing::groupId)
                .filter(names::isGroup)
                .map(names::insideGroup)
                .sorted()
                .toList();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        org.apache.kafka.common.TopicPartition outside = topics.outside(place);
        String what = "group " + group + ": committed offsets";
        try {
            OffsetAndMetadata committed = answers.get(
                            clients.admin()
                                    .listConsumerGroupOffsets(names.outsideGroup(group))
                                    .partitionsToOffsetAndMetadata(),
                            what)
                    .get(outside);
            return committed == null ? OptionalLong.empty() : OptionalLong.of(committed.offset());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return sharedFrom(group, outside, what);
            }
            throw Failures.reading(what, e.getCause() == null ? e : e.getCause());
        }
    }

    /** Of a share group: everything below is done. */
    private OptionalLong sharedFrom(String group, org.apache.kafka.common.TopicPartition outside, String what) {
        String name = names.outsideGroup(group);
        try {
            SharePartitionOffsetInfo info = answers.get(
                            clients.admin()
                                    .listShareGroupOffsets(Map.of(
                                            name, new ListShareGroupOffsetsSpec().topicPartitions(List.of(outside))))
                                    .partitionsToOffsetInfo(name),
                            what)
                    .get(outside);
            // None as long as nobody has read the partition.
            return info == null || info.startOffset() < 0 ? OptionalLong.empty() : OptionalLong.of(info.startOffset());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return OptionalLong.empty();
            }
            throw Failures.reading(what, e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        Map<org.apache.kafka.common.TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        nextOffsets.forEach((place, next) -> offsets.put(topics.outside(place), new OffsetAndMetadata(next)));
        String what = "group " + group + ": reset";
        try {
            answers.get(
                    clients.admin()
                            .alterConsumerGroupOffsets(names.outsideGroup(group), offsets)
                            .all(),
                    what);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownMemberIdException || e.getCause() instanceof GroupNotEmptyException) {
                throw new LogException(
                        LogException.Kind.FAILED, what + ": it has live members (expected: stopped readers)", e);
            }
            throw Failures.writing(what, e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
