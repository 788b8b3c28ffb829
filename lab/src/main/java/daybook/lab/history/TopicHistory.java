package daybook.lab.history;

import java.util.Arrays;

/**
 * What happened on one topic, in the order in which it happened: about fifty bytes for each operation. Sessions of writers,
 * readers and groups are numbered by the caller, from 0. Confined to one thread.
 */
public final class TopicHistory {
    /** Of a record that bears no value that could be read. */
    public static final long NO_VALUE = 0;

    static final byte SENT = 0;
    static final byte REFUSED = 1;
    static final byte STORED = 2;
    static final byte DUPLICATE = 3;
    static final byte READ = 4;
    static final byte MOVED = 5;
    static final byte CUT = 6;
    static final byte LINE = 7;
    static final byte APPLIED = 8;
    static final byte COMMITTED = 9;
    static final byte EFFECT = 10;

    final int partitions;
    byte[] kinds = new byte[1024];
    int[] who = new int[1024];
    int[] partition = new int[1024];
    long[] offset = new long[1024];
    long[] value = new long[1024];
    long[] print = new long[1024];
    long[] keyPrint = new long[1024];
    int count;

    public TopicHistory(int partitions) {
        this.partitions = partitions;
    }

    /** How many operations there are. */
    public int size() {
        return count;
    }

    /**
     * A session hands over a record; what becomes of it is not known until somebody says so.
     *
     * @return the number of the operation, for {@link #stored}
     */
    public int sent(int session, int place, long sentValue) {
        return add(SENT, session, place, -1, sentValue);
    }

    /** A session was told at once that nothing was sent. */
    public void refused(int session, int place, long sentValue) {
        add(REFUSED, session, place, -1, sentValue);
    }

    /** What was sent was acknowledged: it is durable at that place. */
    public void stored(int operation, Place at) {
        int row = add(STORED, who[operation], at.partition, at.offset, value[operation]);
        print[row] = operation;
    }

    /** What was sent was acknowledged as one that is there already, at an offset that was not told. */
    public void duplicate(int operation) {
        add(DUPLICATE, who[operation], partition[operation], -1, value[operation]);
    }

    /**
     * A reader saw a record.
     *
     * @param seen the value it bears; {@link #NO_VALUE} if none can be read
     * @param keySeen a hash of its key
     * @param bodySeen a hash of its body
     */
    public void read(int reader, Place place, long seen, long keySeen, long bodySeen) {
        int row = add(READ, reader, place.partition, place.offset, seen);
        print[row] = bodySeen;
        keyPrint[row] = keySeen;
    }

    /** Where a record lies. */
    public record Place(int partition, long offset) {}

    /** A reader was sent elsewhere, by itself or by a rebalance. */
    public void moved(int reader, int place) {
        add(MOVED, reader, place, -1, NO_VALUE);
    }

    /** The log lost everything from that offset on, as it may: the experiment did it. */
    public void cut(int place, long end) {
        add(CUT, 0, place, end, NO_VALUE);
    }

    /** A writer states that every value up to a line is on the log. */
    public void line(long upTo) {
        add(LINE, 0, 0, -1, upTo);
    }

    /** The effects of everything below an offset are durable, as the group's own database says. */
    public void applied(int group, int place, long next) {
        add(APPLIED, group, place, next, NO_VALUE);
    }

    /** A group told the log where it goes on. */
    public void committed(int group, int place, long next) {
        add(COMMITTED, group, place, next, NO_VALUE);
    }

    /** A consumer's effect of a value has become durable. */
    public void effect(int consumer, long of) {
        add(EFFECT, consumer, 0, -1, of);
    }

    private int add(byte kind, int actor, int place, long at, long what) {
        if (place < 0 || place >= partitions) {
            throw new IllegalArgumentException("partition: " + place + " (expected: 0.." + (partitions - 1) + ")");
        }
        if (count == kinds.length) {
            grow(count + count / 2);
        }
        kinds[count] = kind;
        who[count] = actor;
        partition[count] = place;
        offset[count] = at;
        value[count] = what;
        return count++;
    }

    private void grow(int size) {
        kinds = Arrays.copyOf(kinds, size);
        who = Arrays.copyOf(who, size);
        partition = Arrays.copyOf(partition, size);
        offset = Arrays.copyOf(offset, size);
        value = Arrays.copyOf(value, size);
        print = Arrays.copyOf(print, size);
        keyPrint = Arrays.copyOf(keyPrint, size);
    }
}
