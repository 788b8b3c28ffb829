package daybook.lab.study;

import java.util.List;
import java.util.SortedSet;

/**
 * What became of a partition with bad records on it.
 *
 * @param applied records that count, before anything was repaired
 * @param waiting records that could be read and wait behind one that could not
 * @param waitingOfOthers of these, of keys that have no bad record
 * @param origins offsets that the dead letters name
 * @param attempts how often the first bad record was tried
 * @param suspectKeys keys that are marked as not to be trusted
 * @param unmarkedKeys keys that lack a record they should have, that nobody waits for and that nothing marks
 * @param afterRepair records that count once what could not be read can be, and has been replayed where it was put aside
 * @param expected all of the above
 */
public record PoisonResult(
        Handling handling,
        PoisonPlan plan,
        int applied,
        int waiting,
        int waitingOfOthers,
        List<Long> origins,
        int attempts,
        int suspectKeys,
        int unmarkedKeys,
        int afterRepair,
        Expected expected) {

    /** What a consumer does with a record that it cannot read. */
    public enum Handling {
        /** Puts it aside with its origin after a few attempts, and marks its key. */
        DEAD_LETTER,
        /** Tries it for ever, as it does when the world is broken. */
        TRY_FOR_EVER,
        /** Passes over it. */
        PASS_OVER
    }

    /**
     * What must come out.
     *
     * @param applied band: how much of the batches before the first bad record has come is up to the log
     */
    public record Expected(
            Band applied, int deadLetters, int attempts, int suspectKeys, int unmarkedKeys, int afterRepair) {

        static Expected of(PoisonPlan plan, Handling handling, int badKeys, int attempts) {
            int good = plan.records() - plan.bad().size();
            return switch (handling) {
                case DEAD_LETTER ->
                    new Expected(Band.exactly(good), plan.bad().size(), attempts, badKeys, 0, plan.records());
                case TRY_FOR_EVER ->
                    new Expected(new Band(0, plan.bad().first()), 0, PoisonStudy.PATIENCE, 0, 0, plan.records());
                case PASS_OVER -> new Expected(Band.exactly(good), 0, 1, 0, badKeys, good);
            };
        }
    }

    public boolean inBand() {
        boolean named = handling != Handling.DEAD_LETTER || origins.equals(offsets(plan.bad()));
        return named
                && expected.applied.holds(applied)
                && origins.size() == expected.deadLetters
                && attempts == expected.attempts
                && suspectKeys == expected.suspectKeys
                && unmarkedKeys == expected.unmarkedKeys
                && afterRepair == expected.afterRepair
                && (handling == Handling.TRY_FOR_EVER || waiting == 0);
    }

    private static List<Long> offsets(SortedSet<Integer> bad) {
        return bad.stream().map(Integer::longValue).toList();
    }
}
