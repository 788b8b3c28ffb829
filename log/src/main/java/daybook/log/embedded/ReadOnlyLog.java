package daybook.log.embedded;

import daybook.journal.Disk;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The files of an embedded log, read beside the process that writes them, or after it has stopped. Takes no lock, writes
 * nothing, repairs nothing, and shows only what is stated to be durable.
 *
 * <p>Reads, tails and questions work; whatever would write, or join a group, is refused. A topic that is created later is seen.
 */
public final class ReadOnlyLog implements Log {
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Disk disk;
    private final LogPaths paths;
    private final Arrivals arrivals;
    private final SpareCursors cursors = new SpareCursors();

    private ReadOnlyLog(Disk disk, LogPaths paths, LongSupplier nanos) {
        this.disk = disk;
        this.paths = paths;
        this.arrivals = new Arrivals(nanos, LOOK_AGAIN_NS);
    }

    /**
     * Opens a log for reading. There need not be one yet: it then has no topics.
     *
     * @param nanos a steady clock, for poll timeouts
     */
    public static ReadOnlyLog open(Disk disk, Path directory, LongSupplier nanos) {
        return new ReadOnlyLog(disk, new LogPaths(directory), nanos);
    }

    /** None of them: they are promises about writing. */
    @Override
    public boolean has(Capability capability) {
        return false;
    }

    @Override
    public void createTopic(TopicSpec spec) {
        throw readOnly();
    }

    @Override
    public List<TopicSpec> topics() {
        List<TopicSpec> specs = new ArrayList<>();
        for (String entry : disk.list(paths.root())) {
            LogPaths.topicOf(entry).flatMap(this::find).ifPresent(topic -> specs.add(topic.spec()));
        }
        return List.copyOf(specs);
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return find(name).map(Topic::spec);
    }

    @Override
    public UUID topicId(String topic) {
        return get(topic).id();
    }

    @Override
    public long startOffset(TopicPartition place) {
        return partition(place).start();
    }

    @Override
    public long endOffset(TopicPartition place) {
        return partition(place).end();
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        return cursors.offsetAt(partition(place), timeMs);
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        return cursors.read(partition(place), offset, max);
    }

    @Override
    public Producer producer(String producerId) {
        throw readOnly();
    }

    @Override
    public GroupReader group(GroupOptions options) {
        throw readOnly();
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        throw readOnly();
    }

    @Override
    public Reader tail(Collection<String> topics) {
        return new EmbeddedTail(
                arrivals,
                topics.stream().flatMap(name -> get(name).partitions().stream()).toList());
    }

    @Override
    public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
        throw readOnly();
    }

    @Override
    public List<String> groups() {
        return Groups.onDisk(disk, paths);
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        Identity identity = partition(place).files().identity();
        return Group.committed(GroupFile.load(disk, paths.group(group), group, notice -> {}), identity);
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        throw readOnly();
    }

    @Override
    public void close() {
        cursors.close();
    }

    private Optional<Topic<ReadOnlyPartition>> find(String name) {
        return TopicFile.load(disk, paths.topic(name)).map(file -> {
            List<ReadOnlyPartition> partitions = new ArrayList<>();
            for (int i = 0; i < file.spec().partitions(); i++) {
                partitions.add(new ReadOnlyPartition(new PartitionFiles(
                        disk, paths.partition(name, i), new TopicPartition(name, i), new Identity(file.id(), i))));
            }
            return new Topic<>(file.spec(), file.id(), List.copyOf(partitions));
        });
    }

    private Topic<ReadOnlyPartition> get(String name) {
        return find(name).orElseThrow(() -> Topic.unknown(name));
    }

    private ReadOnlyPartition partition(TopicPartition place) {
        return get(place.topic()).partition(place.partition());
    }

    private static LogException readOnly() {
        return new LogException(
                LogException.Kind.FAILED, "the log is open for reading only (expected: the process that writes it)");
    }
}
