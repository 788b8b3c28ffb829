package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;

/** The topics of an open log. Safe for many threads. */
final class Topics {
    private final Disk disk;
    private final LogPaths paths;
    private final EmbeddedLogSettings settings;
    private final Shared shared;
    private final ConcurrentSkipListMap<String, Topic<Partition>> byName = new ConcurrentSkipListMap<>();

    /** What all partitions have in common. */
    record Shared(StopFlag stop, Arrivals arrivals) {}

    Topics(Disk disk, LogPaths paths, EmbeddedLogSettings settings, Shared shared) {
        this.disk = disk;
        this.paths = paths;
        this.settings = settings;
        this.shared = shared;
    }

    void openAll() {
        for (String entry : disk.list(paths.root())) {
            Optional<String> name = LogPaths.topicOf(entry);
            if (name.isPresent()) {
                TopicFile.load(disk, paths.topic(name.get())).ifPresent(this::openExisting);
            }
        }
    }

    synchronized void create(TopicSpec spec) {
        shared.stop().check();
        Topic<Partition> existing = byName.get(spec.name());
        if (existing != null) {
            if (existing.spec().equals(spec)) {
                return;
            }
            throw new LogException(
                    LogException.Kind.TOPIC_MISMATCH,
                    "topic: " + spec + " (expected, as it exists: " + existing.spec() + ")");
        }
        refuseSameButForCase(spec.name());
        TopicFile file = new TopicFile(spec, settings.sources().ids().get());
        write(file);
        open(file);
    }

    synchronized void changeRetention(String name, Retention retention) {
        shared.stop().check();
        Topic<Partition> topic = get(name);
        TopicSpec changed = new TopicSpec(name, topic.spec().partitions(), retention);
        write(new TopicFile(changed, topic.id()));
        byName.put(name, new Topic<>(changed, topic.id(), topic.partitions()));
    }

    List<TopicSpec> specs() {
        return byName.values().stream().map(Topic::spec).toList();
    }

    Optional<Topic<Partition>> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Topic<Partition> get(String name) {
        return find(name).orElseThrow(() -> Topic.unknown(name));
    }

    Partition partition(TopicPartition place) {
        return get(place.topic()).partition(place.partition());
    }

    List<Partition> partitions(Collection<String> names) {
        return names.stream().flatMap(name -> get(name).partitions().stream()).toList();
    }

    int enforceRetention(long nowMs) {
        int dropped = 0;
        for (Topic<Partition> topic : byName.values()) {
            if (!topic.spec().retention().equals(Retention.UNLIMITED)) {
                for (Partition partition : topic.partitions()) {
                    dropped += partition.enforce(topic.spec().retention(), nowMs);
                }
            }
        }
        return dropped;
    }

    /** Says in every file that the log was closed in order; if the disk has refused before, only lets go of the files. */
    void close() {
        try {
            shared.stop().check();
        } catch (LogException stopped) {
            abandon();
            return;
        }
        try {
            byName.values().forEach(topic -> topic.partitions().forEach(Partition::close));
        } catch (DiskException e) {
            abandon();
            throw shared.stop().refused("closing the log", e);
        }
    }

    void abandon() {
        byName.values().forEach(topic -> topic.partitions().forEach(Partition::abandon));
    }

    /**
     * A topic that never got a record may have been made by a process whose disk then refused to say that it is there for good:
     * what is seen is not yet durable, so it is written again.
     */
    private void openExisting(TopicFile file) {
        Topic<Partition> topic = open(file);
        if (topic.partitions().stream().allMatch(partition -> partition.end() == 0)) {
            write(file);
            disk.forceDirectory(paths.root());
        }
    }

    private void write(TopicFile file) {
        Path directory = paths.topic(file.spec().name());
        try {
            disk.createDirectories(directory);
            file.store(disk, directory);
        } catch (DiskException e) {
            throw shared.stop().refused("topic " + file.spec().name(), e);
        }
    }

    private Topic<Partition> open(TopicFile file) {
        List<Partition> partitions = new ArrayList<>();
        try {
            for (int i = 0; i < file.spec().partitions(); i++) {
                partitions.add(openPartition(file.spec().name(), file.id(), i));
            }
        } catch (DiskException | LogException refused) {
            partitions.forEach(Partition::abandon);
            throw refused;
        }
        Topic<Partition> topic = new Topic<>(file.spec(), file.id(), List.copyOf(partitions));
        byName.put(file.spec().name(), topic);
        return topic;
    }

    private Partition openPartition(String topic, UUID id, int number) {
        PartitionFiles files = new PartitionFiles(
                disk, paths.partition(topic, number), new TopicPartition(topic, number), new Identity(id, number));
        int growBytes = settings.segments().growBytes();
        Partition.Found found = new PartitionOpening(files, growBytes, settings.notices()).open();
        return new Partition(files, found, settings.segments(), shared);
    }

    private void refuseSameButForCase(String name) {
        for (String other : byName.keySet()) {
            if (other.equalsIgnoreCase(name)) {
                throw new LogException(
                        LogException.Kind.FAILED,
                        "topic: " + name + " (expected: a name that differs from " + other + " by more than case)");
            }
        }
    }
}
