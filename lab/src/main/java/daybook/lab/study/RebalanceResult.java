package daybook.lab.study;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the group did.
 *
 * @param exact whether the log tells a member only in its own polls what has changed. Else it may find out by itself when it wakes
 *     up, and has nothing left that could be refused
 * @param phases one after the other
 * @param heldByTheFrozen records that a member had in its hands when it froze; others applied them meanwhile
 * @param refusedByTheDatabase batches of the frozen member that were rolled back when it woke up
 * @param refusedByTheLog commits of it that the log refused
 * @param elsewhere batches that were committed though they did not begin at the committed offset
 * @param lost fills that never counted
 * @param duplicated applications beyond the first of a fill
 */
public record RebalanceResult(
        RebalancePlan plan,
        boolean exact,
        List<Phase> phases,
        int heldByTheFrozen,
        int refusedByTheDatabase,
        int refusedByTheLog,
        int elsewhere,
        long lost,
        long duplicated) {

    public RebalanceResult {
        phases = List.copyOf(phases);
    }

    /**
     * An assignment, once it has settled.
     *
     * @param sizes partitions of each member, largest first
     * @param generation the highest that a member knows
     * @param moved partitions with another owner than in the phase before
     */
    public record Phase(String name, int members, List<Integer> sizes, int generation, int moved) {

        /** Everybody has as many as the others, or one more. */
        public List<Integer> expectedSizes(int partitions) {
            return IntStream.range(0, members)
                    .map(member -> partitions / members + (member < partitions % members ? 1 : 0))
                    .boxed()
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    public boolean inBand() {
        boolean shared =
                phases.stream().allMatch(phase -> phase.sizes().equals(phase.expectedSizes(plan.partitions())));
        boolean rising = IntStream.range(1, phases.size())
                .allMatch(i -> phases.get(i).generation() > phases.get(i - 1).generation());
        return shared
                && elsewhere == 0
                && rising
                && heldByTheFrozen > 0
                && refusedByTheDatabase <= 1
                && (refusedByTheDatabase == 1 || !exact)
                && refusedByTheLog == 1
                && lost == 0
                && duplicated == 0;
    }
}
