package daybook.delivery.broadcast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The newest broadcasts of each partition, for readers that are a number: the offset they have seen. Written by the relay, read by many;
 * a question takes microseconds.
 *
 * <p>What is older than is remembered is not passed over in silence: {@link Since#complete} is false where some of a channel may be
 * missing. Bounded in messages and in bytes, whatever clients do.
 */
public final class BroadcastHistory {
    /** So many messages of each partition are remembered, unless they are large. */
    public static final int REMEMBERED = 16_384;

    private static final long MAX_CHARS = 8L << 20;
    private static final int MAX_CHANNELS = 10_000;
    private static final long OVERHEAD = 96;

    private final Shelf[] shelves;
    private final AtomicLongArray ends;
    private final AtomicLongArray epochs;

    /** A broadcast and its place in its channel's partition. */
    public record Heard(long offset, Broadcast broadcast) {}

    /**
     * What a channel has had since an offset.
     *
     * @param complete false: some of it is not remembered any more; {@code messages} is empty then
     * @param messages oldest first
     * @param upTo everything of the channel at or below this offset is in {@code messages}, or came before
     */
    public record Since(boolean complete, List<Heard> messages, long upTo) {}

    /** @param partitions of the topic */
    public BroadcastHistory(int partitions) {
        this.shelves = new Shelf[partitions];
        this.ends = new AtomicLongArray(partitions);
        this.epochs = new AtomicLongArray(partitions);
        for (int p = 0; p < partitions; p++) {
            shelves[p] = new Shelf();
        }
    }

    /** Where a channel is. */
    public int partition(ChannelName channel) {
        return daybook.log.Partitioner.partition(
                channel.wire().getBytes(java.nio.charset.StandardCharsets.UTF_8), shelves.length);
    }

    /** The newest offset of the channel's partition that has been heard; -1 before the first. */
    public long newest(ChannelName channel) {
        return ends.get(partition(channel)) - 1;
    }

    /**
     * Which history the offsets of a channel's partition are of: rises when the log has begun anew there. Who has seen offsets of an
     * earlier one has missed something, however large they are. To be asked after {@link #since}.
     */
    public long epoch(ChannelName channel) {
        return epochs.get(partition(channel));
    }

    /**
     * The messages of a channel above an offset.
     *
     * @param from the offset up to which the reader has seen
     * @param max messages to hand out
     */
    public Since since(ChannelName channel, long from, int max) {
        Shelf shelf = shelves[partition(channel)];
        synchronized (shelf) {
            return shelf.since(channel, from, max);
        }
    }

    /** Next offset to be heard of a partition. */
    long end(int partition) {
        return ends.get(partition);
    }

    /** Takes the next message of a partition; one that was heard before is passed over. Returns whether it was new. */
    boolean add(int partition, long offset, Broadcast broadcast) {
        Shelf shelf = shelves[partition];
        synchronized (shelf) {
            if (offset < shelf.end) {
                return false;
            }
            shelf.add(new Heard(offset, broadcast));
            ends.set(partition, shelf.end);
            return true;
        }
    }

    /** Passes over a place that holds nothing for readers. */
    void skipTo(int partition, long next) {
        Shelf shelf = shelves[partition];
        synchronized (shelf) {
            if (next > shelf.end) {
                shelf.end = next;
                ends.set(partition, next);
            }
        }
    }

    /** Says that nothing below an offset is known, and goes on there. */
    void loseBelow(int partition, long next) {
        Shelf shelf = shelves[partition];
        synchronized (shelf) {
            shelf.lose(next);
            ends.set(partition, next);
        }
    }

    /** Forgets a partition: its offsets mean other messages from now on. */
    void beginAgain(int partition) {
        Shelf shelf = shelves[partition];
        synchronized (shelf) {
            epochs.incrementAndGet(partition);
            shelf.lose(0);
            ends.set(partition, 0);
        }
    }

    /** One partition. */
    private static final class Shelf {
        private final Deque<Heard> all = new ArrayDeque<>();
        private final Map<ChannelName, Lane> lanes = new LinkedHashMap<>(16, 0.75f, true);
        private long end;
        private long chars;
        /** Of channels that are not in the map, nothing at or below this is known. */
        private long forgotten = -1;

        /** One channel in it. */
        private static final class Lane {
            private final Ring messages = new Ring();
            private long lost = -1;
        }

        Since since(ChannelName channel, long from, int max) {
            Lane lane = lanes.get(channel);
            if (from < (lane == null ? forgotten : lane.lost)) {
                return new Since(false, List.of(), end - 1);
            }
            if (lane == null) {
                return new Since(true, List.of(), end - 1);
            }
            List<Heard> found = lane.messages.above(from, max);
            boolean all = found.size() < max;
            return new Since(
                    true, found, all ? end - 1 : found.get(found.size() - 1).offset());
        }

        void add(Heard heard) {
            Lane lane = lanes.get(heard.broadcast().channel());
            if (lane == null) {
                lane = new Lane();
                lane.lost = forgotten;
                lanes.put(heard.broadcast().channel(), lane);
            }
            all.add(heard);
            lane.messages.add(heard);
            end = heard.offset() + 1;
            chars += size(heard);
            while (all.size() > REMEMBERED || chars > MAX_CHARS) {
                forgetOldest();
            }
            forgetChannels();
        }

        void lose(long next) {
            while (!all.isEmpty()) {
                forgetOldest();
            }
            lanes.clear();
            forgotten = next - 1;
            end = next;
        }

        private void forgetOldest() {
            Heard oldest = all.remove();
            chars -= size(oldest);
            Lane lane = lanes.get(oldest.broadcast().channel());
            if (lane != null) {
                lane.messages.removeFirst();
                lane.lost = oldest.offset();
            }
        }

        /** A channel that has been quiet the longest, of which nothing is left but how much was lost. */
        private void forgetChannels() {
            var eldest = lanes.entrySet().iterator();
            while (lanes.size() > MAX_CHANNELS && eldest.hasNext()) {
                Lane lane = eldest.next().getValue();
                if (lane.messages.isEmpty()) {
                    forgotten = Math.max(forgotten, lane.lost);
                    eldest.remove();
                } else {
                    return;
                }
            }
        }

        private static long size(Heard heard) {
            return OVERHEAD + heard.broadcast().data().length();
        }
    }

    /** Messages of one channel in the order of their offsets. */
    private static final class Ring {
        private Heard[] items = new Heard[4];
        private int first;
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        void add(Heard heard) {
            if (size == items.length) {
                Heard[] larger = new Heard[2 * size];
                for (int i = 0; i < size; i++) {
                    larger[i] = get(i);
                }
                items = larger;
                first = 0;
            }
            items[(first + size) & (items.length - 1)] = heard;
            size++;
        }

        @SuppressWarnings("NullAway") // the place is free again
        void removeFirst() {
            items[first] = null;
            first = (first + 1) & (items.length - 1);
            size--;
        }

        List<Heard> above(long offset, int max) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (get(middle).offset() <= offset) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            List<Heard> found = new ArrayList<>(Math.min(max, size - low));
            for (int i = low; i < size && found.size() < max; i++) {
                found.add(get(i));
            }
            return found;
        }

        private Heard get(int index) {
            return items[(first + index) & (items.length - 1)];
        }
    }
}
