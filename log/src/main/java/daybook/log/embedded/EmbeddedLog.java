package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskLock;
import daybook.journal.FileDisk;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.Retention;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A log in a directory of this machine, for one process; has every {@link daybook.log.Log.Capability}. Another process may read
 * beside it with {@link ReadOnlyLog}.
 *
 * <p>Calls wait for the disk and for nothing else. After the disk has refused a write for another reason than want of space, the
 * log writes nothing more until it is opened again; what is durable can still be read.
 */
public final class EmbeddedLog implements Log {
    private final EmbeddedLogSettings settings;
    private final DiskLock lock;
    private final StopFlag stop = new StopFlag();
    private final Arrivals arrivals;
    private final Topics topics;
    private final Groups groups;
    private final SpareCursors cursors = new SpareCursors();
    private boolean closed;

    private EmbeddedLog(Disk disk, LogPaths paths, EmbeddedLogSettings settings, DiskLock lock) {
        this.settings = settings;
        this.lock = lock;
        this.arrivals = new Arrivals(settings.sources().nanos(), Long.MAX_VALUE);
        this.topics = new Topics(disk, paths, settings, new Topics.Shared(stop, arrivals));
        this.groups = new Groups(
                disk,
                paths,
                settings.notices(),
                new Group.Surroundings(stop, settings.sources().nanos(), topics::get));
    }

    /**
     * Opens a log for reading and writing, making the directory if there is none. What a crash left behind is repaired, and made
     * durable, before this returns; the time for it grows with the last segments, not with the log.
     *
     * @throws DiskException of kind LOCKED if another process has it open for writing
     * @throws LogException of kind CORRUPT if something is damaged or gone that had been durable; the message names the file,
     *     the position and the offset
     */
    public static EmbeddedLog open(Disk disk, Path directory, EmbeddedLogSettings settings) {
        LogPaths paths = new LogPaths(directory);
        disk.createDirectories(directory);
        DiskLock lock = disk.lock(paths.lock());
        EmbeddedLog log = new EmbeddedLog(disk, paths, settings, lock);
        try {
            log.topics.openAll();
            return log;
        } catch (DiskException | LogException e) {
            log.topics.abandon();
            lock.close();
            throw e;
        }
    }

    /**
     * The same on this machine's file system, for programs that know of no {@link Disk}.
     *
     * @throws LogException of kind UNAVAILABLE if another process has it open for writing, of kind FAILED if the disk refuses, or as above
     */
    public static EmbeddedLog open(Path directory, EmbeddedLogSettings settings) {
        try {
            return open(new FileDisk(), directory, settings);
        } catch (DiskException e) {
            boolean taken = e.kind() == DiskException.Kind.LOCKED;
            throw new LogException(
                    taken ? LogException.Kind.UNAVAILABLE : LogException.Kind.FAILED,
                    taken
                            ? directory + ": another process has it open (expected: one at a time)"
                            : String.valueOf(e.getMessage()),
                    e);
        }
    }

    @Override
    public boolean has(Capability capability) {
        return switch (capability) {
            case DURABLE_DEDUP, EXACT_ASSIGNMENT, SEGMENT_FILES, OWNER_FENCING, SHARE -> true;
        };
    }

    @Override
    public void createTopic(TopicSpec spec) {
        topics.create(spec);
    }

    @Override
    public List<TopicSpec> topics() {
        return topics.specs();
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return topics.find(name).map(Topic::spec);
    }

    @Override
    public UUID topicId(String topic) {
        return topics.get(topic).id();
    }

    @Override
    public long startOffset(TopicPartition place) {
        return topics.partition(place).start();
    }

    @Override
    public long endOffset(TopicPartition place) {
        return topics.partition(place).end();
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        return cursors.offsetAt(topics.partition(place), timeMs);
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        return cursors.read(topics.partition(place), offset, max);
    }

    @Override
    public Producer producer(String producerId) {
        return new EmbeddedProducer(producerId, settings.maxRecordBytes(), topics::get);
    }

    @Override
    public GroupReader group(GroupOptions options) {
        return new EmbeddedGroupReader(groups.get(options.group()), options, arrivals, topics::partition);
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        return new EmbeddedOwnedReader(
                groups.get(group),
                arrivals,
                places.stream().map(topics::partition).toList());
    }

    @Override
    public Reader tail(Collection<String> names) {
        return new EmbeddedTail(arrivals, topics.partitions(names));
    }

    @Override
    public ShareReader share(String group, Collection<String> names, Duration lockDuration) {
        return new EmbeddedShareReader(groups.desk(group), arrivals, topics.partitions(names), lockDuration);
    }

    @Override
    public List<String> groups() {
        return groups.names();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        return groups.find(group).map(found -> found.committed(place)).orElse(OptionalLong.empty());
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        groups.get(group).reset(nextOffsets);
    }

    /**
     * Drops the segments that the topics' retention does not keep. To be called now and then; does nothing by itself.
     *
     * @return segments dropped
     */
    public int enforceRetention() {
        return topics.enforceRetention(settings.sources().clock().millis());
    }

    /**
     * Drops the records of a partition below an offset, whatever its retention says. Files go when nothing in them is kept.
     *
     * @param offset at most the end; the new start, unless the start is higher
     * @return segments dropped
     */
    public int deleteRecords(TopicPartition place, long offset) {
        return topics.partition(place).dropBelow(offset);
    }

    /** Keeps the last {@code count} records of each partition of a topic. Returns the segments dropped. */
    public int keepLast(String topic, long count) {
        return topics.get(topic).partitions().stream()
                .mapToInt(partition -> partition.dropBelow(Math.max(0, partition.end() - count)))
                .sum();
    }

    /** Changes what a topic keeps. */
    public void changeRetention(String topic, Retention retention) {
        topics.changeRetention(topic, retention);
    }

    /** Closes in order, so that the next opening has nothing to repair. Readers and producers are to be closed before. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            cursors.close();
            groups.close();
            topics.close();
        } finally {
            stop.stop("it was closed");
            lock.close();
        }
    }
}
