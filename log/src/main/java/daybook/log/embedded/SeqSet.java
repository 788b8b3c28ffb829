package daybook.log.embedded;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The seqs of one producer in one segment, exactly.
 *
 * <p>A highest seq would be smaller and wrong: a record whose first sending failed comes again behind later ones, and it is new.
 * Pages of 4,096 seqs, each a short sorted list until it is worth a bitmap: a bit or two per record where seqs are dense, also
 * when they are spread over partitions. Confined to its partition's lock.
 */
final class SeqSet {
    private static final int PAGE_BITS = 12;
    private static final int LOW = (1 << PAGE_BITS) - 1;
    private static final int BITMAP_LONGS = 1 << (PAGE_BITS - 6);
    private static final int MAX_LISTED = 128;
    private static final short AS_BITMAP = -1;

    private final Map<Long, Page> pages = new HashMap<>();
    private long cachedNumber = -1;
    private @Nullable Page cached;
    private long highest = -1;

    void add(long seq) {
        long number = seq >>> PAGE_BITS;
        Page page = cached;
        if (page == null || cachedNumber != number) {
            page = pages.computeIfAbsent(number, n -> new Page());
            cached = page;
            cachedNumber = number;
        }
        page.add((int) (seq & LOW));
        highest = Math.max(highest, seq);
    }

    boolean contains(long seq) {
        if (seq > highest) {
            return false;
        }
        Page page = pages.get(seq >>> PAGE_BITS);
        return page != null && page.contains((int) (seq & LOW));
    }

    /** -1 if there is none. */
    long highest() {
        return highest;
    }

    /** Bytes that {@link #write} takes. */
    int sizeBytes() {
        int bytes = 4;
        for (Page page : pages.values()) {
            bytes += 8 + 2 + (page.bits == null ? 2 * page.count : 8 * BITMAP_LONGS);
        }
        return bytes;
    }

    void write(ByteBuffer target) {
        target.putInt(pages.size());
        new TreeMap<>(pages).forEach((number, page) -> {
            target.putLong(number);
            page.write(target);
        });
    }

    /** Reads what {@link #write} wrote; the bytes have been checked by a checksum. */
    static SeqSet read(ByteBuffer source) {
        SeqSet set = new SeqSet();
        int count = source.getInt();
        for (int i = 0; i < count; i++) {
            long number = source.getLong();
            Page page = Page.read(source);
            set.pages.put(number, page);
            set.highest = Math.max(set.highest, number << PAGE_BITS | page.highest());
        }
        return set;
    }

    private static final class Page {
        private short[] listed = new short[4];
        private int count;
        private long @Nullable [] bits;

        void add(int low) {
            if (bits != null) {
                bits[low >>> 6] |= 1L << low;
                return;
            }
            int found = Arrays.binarySearch(listed, 0, count, (short) low);
            if (found >= 0) {
                return;
            }
            if (count == MAX_LISTED) {
                bits = asBits();
                bits[low >>> 6] |= 1L << low;
                return;
            }
            if (count == listed.length) {
                listed = Arrays.copyOf(listed, count * 2);
            }
            int at = -found - 1;
            System.arraycopy(listed, at, listed, at + 1, count - at);
            listed[at] = (short) low;
            count++;
        }

        boolean contains(int low) {
            return bits != null
                    ? (bits[low >>> 6] & 1L << low) != 0
                    : Arrays.binarySearch(listed, 0, count, (short) low) >= 0;
        }

        int highest() {
            if (bits == null) {
                return count == 0 ? 0 : listed[count - 1];
            }
            int word = BITMAP_LONGS - 1;
            while (word > 0 && bits[word] == 0) {
                word--;
            }
            return word * 64 + 63 - Long.numberOfLeadingZeros(bits[word]);
        }

        void write(ByteBuffer target) {
            if (bits == null) {
                target.putShort((short) count);
                for (int i = 0; i < count; i++) {
                    target.putShort(listed[i]);
                }
                return;
            }
            target.putShort(AS_BITMAP);
            for (long word : bits) {
                target.putLong(word);
            }
        }

        static Page read(ByteBuffer source) {
            Page page = new Page();
            short listed = source.getShort();
            if (listed == AS_BITMAP) {
                long[] words = new long[BITMAP_LONGS];
                for (int i = 0; i < words.length; i++) {
                    words[i] = source.getLong();
                }
                page.bits = words;
                return page;
            }
            page.listed = new short[Math.max(4, listed)];
            for (int i = 0; i < listed; i++) {
                page.listed[i] = source.getShort();
            }
            page.count = listed;
            return page;
        }

        private long[] asBits() {
            long[] words = new long[BITMAP_LONGS];
            for (int i = 0; i < count; i++) {
                words[listed[i] >>> 6] |= 1L << listed[i];
            }
            listed = new short[0];
            count = 0;
            return words;
        }
    }
}
