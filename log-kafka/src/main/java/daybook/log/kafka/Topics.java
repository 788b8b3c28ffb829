package daybook.log.kafka;

import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The topics of the cluster that are ours. Safe for many threads. */
final class Topics implements TopicFacts {
    private static final String AGE = "retention.ms";
    private static final String BYTES = "retention.bytes";
    private static final String IN_SYNC = "min.insync.replicas";
    private static final String MESSAGE_BYTES = "max.message.bytes";

    private final Supplier<Admin> admin;
    private final KafkaLogSettings settings;
    private final Names names;
    private final Answers answers;

    /** Partition counts never change under a running system ({@link #grow} wants it drained), so they are asked for once. */
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();

    Topics(Supplier<Admin> admin, KafkaLogSettings settings) {
        this.admin = admin;
        this.settings = settings;
        this.names = new Names(settings.names());
        this.answers = new Answers(settings.timeout());
    }

    void create(TopicSpec spec) {
        Optional<TopicSpec> there = find(spec.name());
        if (there.isEmpty()) {
            make(spec);
            there = awaitVisible(spec.name());
        }
        TopicSpec found = there.orElse(spec);
        if (!found.equals(spec)) {
            throw new LogException(
                    LogException.Kind.TOPIC_MISMATCH,
                    spec.name() + ": there with " + told(found) + " (expected: " + told(spec) + ")");
        }
    }

    List<TopicSpec> all() {
        Collection<String> ours = answers.of(admin.get().listTopics().names(), "list of topics").stream()
                .filter(names::isTopic)
                .sorted()
                .toList();
        Map<String, TopicDescription> described =
                answers.of(admin.get().describeTopics(ours).allTopicNames(), "description of topics");
        Map<ConfigResource, Config> configs = answers.of(
                admin.get()
                        .describeConfigs(ours.stream().map(Topics::resource).toList())
                        .all(),
                "settings of topics");
        List<TopicSpec> specs = new ArrayList<>();
        for (String name : ours) {
            TopicDescription description = described.get(name);
            Config config = configs.get(resource(name));
            if (description != null
                    && config != null
                    && description.partitions().size() <= TopicSpec.MAX_PARTITIONS) {
                specs.add(spec(names.inside(name), description, config));
            }
        }
        return specs;
    }

    Optional<TopicSpec> find(String name) {
        Optional<TopicDescription> description = describe(name);
        if (description.isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(config(name)).map(config -> spec(name, description.get(), config));
    }

    UUID id(String name) {
        TopicDescription description = describe(name).orElseThrow(() -> unknown(name));
        return new UUID(
                description.topicId().getMostSignificantBits(),
                description.topicId().getLeastSignificantBits());
    }

    @Override
    public int partitions(String name) {
        Integer known = partitions.get(name);
        if (known == null) {
            known = describe(name).orElseThrow(() -> unknown(name)).partitions().size();
            partitions.put(name, known);
        }
        return known;
    }

    /** The cluster's name of a place that is there: asked about one that is not, the client waits out its deadline. */
    org.apache.kafka.common.TopicPartition outside(TopicPartition place) {
        int count = partitions(place.topic());
        if (place.partition() < 0 || place.partition() >= count) {
            throw new IllegalArgumentException(
                    "partition: " + place.partition() + " of " + place.topic() + " (expected: 0.." + (count - 1) + ")");
        }
        return names.outside(place);
    }

    @Override
    public long maxMessageBytes(String name) {
        Config config = config(name);
        return config == null ? -1 : number(config, MESSAGE_BYTES);
    }

    KafkaLog.Copies copies(String name) {
        TopicDescription description = describe(name).orElseThrow(() -> unknown(name));
        Config config = config(name);
        int fewest = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new KafkaLog.Copies(fewest, config == null ? 0 : (int) number(config, IN_SYNC));
    }

    void grow(String name, int wanted) {
        String what = name + ": growth to " + wanted + " partitions";
        try {
            answers.get(
                    admin.get()
                            .createPartitions(Map.of(names.outside(name), NewPartitions.increaseTo(wanted)))
                            .all(),
                    what);
        } catch (ExecutionException e) {
            throw Failures.writing(what, e.getCause() == null ? e : e.getCause());
        }
        partitions.remove(name);
        Deadline deadline = Deadline.in(settings.timeout(), settings.nanos());
        while (partitions(name) < wanted && !deadline.passed()) {
            partitions.remove(name);
        }
    }

    private void make(TopicSpec spec) {
        Optional<Short> replicas = settings.replicas().isPresent()
                ? Optional.of((short) settings.replicas().getAsInt())
                : Optional.empty();
        NewTopic topic = new NewTopic(names.outside(spec.name()), Optional.of(spec.partitions()), replicas)
                .configs(configs(spec.retention()));
        String what = spec.name() + ": creation";
        try {
            answers.get(admin.get().createTopics(List.of(topic)).all(), what);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) { // somebody else made it meanwhile: compared below
                throw Failures.writing(what, e.getCause() == null ? e : e.getCause());
            }
        }
    }

    /** The controller knows a new topic a moment before each broker does. */
    private Optional<TopicSpec> awaitVisible(String name) {
        Deadline deadline = Deadline.in(settings.timeout(), settings.nanos());
        Optional<TopicSpec> there = find(name);
        while (there.isEmpty() && !deadline.passed()) {
            there = find(name);
        }
        return there;
    }

    private @Nullable Config config(String name) {
        ConfigResource resource = resource(names.outside(name));
        return answers.of(admin.get().describeConfigs(List.of(resource)).all(), name + ": settings")
                .get(resource);
    }

    private Optional<TopicDescription> describe(String name) {
        String outside = names.outside(name);
        String what = name + ": description";
        try {
            return Optional.ofNullable(
                    answers.get(admin.get().describeTopics(List.of(outside)).allTopicNames(), what)
                            .get(outside));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof InvalidTopicException) {
                return Optional.empty();
            }
            throw Failures.reading(what, e.getCause() == null ? e : e.getCause());
        }
    }

    private Map<String, String> configs(Retention retention) {
        Map<String, String> configs = new HashMap<>();
        configs.put("cleanup.policy", "delete");
        configs.put(MESSAGE_BYTES, Integer.toString(ClientProperties.maxBatchBytes(settings)));
        configs.put(
                AGE,
                retention.age().equals(Retention.FOREVER)
                        ? "-1"
                        : Long.toString(retention.age().toMillis()));
        settings.replicas().ifPresent(copies -> configs.put(IN_SYNC, Integer.toString(KafkaLog.Copies.inSync(copies))));
        configs.put(BYTES, retention.bytes() == Long.MAX_VALUE ? "-1" : Long.toString(retention.bytes()));
        return configs;
    }

    private static TopicSpec spec(String name, TopicDescription description, Config config) {
        long ageMs = number(config, AGE);
        long bytes = number(config, BYTES);
        Retention retention = new Retention(
                ageMs < 0 ? Retention.FOREVER : Duration.ofMillis(ageMs), bytes < 0 ? Long.MAX_VALUE : bytes);
        return new TopicSpec(name, description.partitions().size(), retention);
    }

    private static long number(Config config, String key) {
        ConfigEntry entry = config.get(key);
        return entry == null || entry.value() == null ? -1 : Long.parseLong(entry.value());
    }

    private static ConfigResource resource(String outside) {
        return new ConfigResource(ConfigResource.Type.TOPIC, outside);
    }

    private static String told(TopicSpec spec) {
        return spec.partitions() + " partitions, " + spec.retention();
    }

    private static LogException unknown(String name) {
        return new LogException(
                LogException.Kind.UNKNOWN_TOPIC,
                "topic " + name + " is not there (expected: created before it is used)");
    }
}
