package daybook.lab.study;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * What the poison study does: a partition on which some records cannot be read.
 *
 * @param keys accounts that the records belong to
 * @param batch most records in one transaction
 * @param bad offsets of the records that cannot be read
 */
public record PoisonPlan(long seed, int records, int keys, int batch, SortedSet<Integer> bad) {
    /** The smallest case: 1, "bad", 3. */
    public static final PoisonPlan SMALLEST = new PoisonPlan(1, 3, 1, 10, new TreeSet<>(Collections.singleton(1)));

    public PoisonPlan {
        between("records", records, 1, 100_000);
        between("keys", keys, 1, 1_000);
        between("batch", batch, 1, 10_000);
        bad = Collections.unmodifiableSortedSet(new TreeSet<>(bad));
        between("bad", bad.size(), 1, records);
        between("bad", bad.last(), 0, records - 1);
    }

    /** With so many bad records, anywhere. */
    public static PoisonPlan drawn(long seed, int records, int keys, int batch, int bad) {
        between("records", records, 1, 100_000);
        between("bad", bad, 1, records);
        SplittableRandom random = new SplittableRandom(seed);
        TreeSet<Integer> drawn = new TreeSet<>();
        while (drawn.size() < bad) {
            drawn.add(random.nextInt(records));
        }
        return new PoisonPlan(seed, records, keys, batch, drawn);
    }

    private static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + low + ".." + high + ")");
        }
    }

    /** Its records, before some of them were spoilt. */
    CrashPlan fills() {
        return new CrashPlan(seed, 1, records, keys, batch, 0);
    }

    /** How many keys have a bad record. */
    int badKeys(int[] accountByOffset) {
        return (int) bad.stream()
                .mapToInt(offset -> accountByOffset[offset])
                .distinct()
                .count();
    }

    @Override
    public String toString() {
        return records + " records of " + keys + " keys, bad: " + Arrays.toString(bad.toArray());
    }
}
