package daybook.lab.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges acknowledgements against the journal. As each acknowledgement says its place in the one order that there is, this is a full
 * check of linearizability without a search: n log n.
 */
public final class AckChecker {
    private final AckHistory history;
    private final long[] journal;
    private final Findings findings = new Findings();

    private AckChecker(AckHistory history, long[] journal) {
        this.history = history;
        this.journal = journal;
    }

    /**
     * Judges what was told so far.
     *
     * @param journal the contents of the commands, as {@link AckHistory#begin} was given them; the first is number 1. Zeros are those
     *     of others
     * @return what is wrong; empty if nothing is
     */
    public static List<Anomaly> check(AckHistory history, long[] journal) {
        AckChecker checker = new AckChecker(history, journal);
        checker.numbers();
        checker.realTime();
        checker.sessions();
        checker.counts();
        return checker.findings.told();
    }

    /** Each number once, and under it what was asked for. */
    private void numbers() {
        Map<Long, Integer> given = new HashMap<>();
        for (int i = 0; i < history.count; i++) {
            long number = history.number[i];
            if (number <= 0) {
                continue;
            }
            Integer other = given.putIfAbsent(number, i);
            if (other != null) {
                findings.add(Anomaly.Kind.NUMBER_TWICE, "command " + number + " to operations " + other + " and " + i);
            }
            if (number > journal.length || journal[(int) number - 1] != history.what[i]) {
                String there = number > journal.length ? "the journal ends at " + journal.length : "another is there";
                findings.add(Anomaly.Kind.ACK_LOST, "operation " + i + ", command " + number + ": " + there);
            }
        }
    }

    /** What was acknowledged before another began has the lower number. */
    private void realTime() {
        Integer[] byEnd = acknowledged();
        Arrays.sort(byEnd, Comparator.comparingLong(i -> history.ended[i]));
        int done = 0;
        long highest = 0;
        for (int i = 0; i < history.count; i++) { // they begin in the order of their numbers
            while (done < byEnd.length && history.ended[byEnd[done]] < history.begun[i]) {
                highest = Math.max(highest, history.number[byEnd[done]]);
                done++;
            }
            if (history.number[i] > 0 && history.number[i] < highest) {
                findings.add(
                        Anomaly.Kind.REAL_TIME_ORDER,
                        "operation " + i + ", command " + history.number[i] + ", begun when " + highest
                                + " was acknowledged");
            }
        }
    }

    private void sessions() {
        Map<Integer, Long> last = new HashMap<>();
        for (int i = 0; i < history.count; i++) {
            if (history.session[i] < 0 || history.number[i] <= 0) {
                continue;
            }
            Long before = last.put(history.session[i], history.number[i]);
            if (before != null && before > history.number[i]) {
                findings.add(
                        Anomaly.Kind.SESSION_ORDER,
                        "session " + history.session[i] + ": command " + before + ", then " + history.number[i]);
            }
        }
    }

    /** Each command as often as it was acknowledged, and at most once more for each transmission without an answer. */
    private void counts() {
        Map<Long, int[]> counts = new HashMap<>();
        for (int i = 0; i < history.count; i++) {
            int[] count = counts.computeIfAbsent(history.what[i], what -> new int[3]);
            count[history.number[i] == AckHistory.REFUSED ? 2 : history.number[i] == AckHistory.UNKNOWN ? 1 : 0]++;
        }
        Map<Long, Integer> there = new HashMap<>();
        for (long what : journal) {
            if (what != 0) {
                there.merge(what, 1, Integer::sum);
            }
        }
        there.forEach((what, times) -> {
            int[] count = counts.getOrDefault(what, new int[3]);
            if (times > count[0] + count[1]) {
                boolean wasRefused = times <= count[0] + count[1] + count[2];
                findings.add(
                        wasRefused ? Anomaly.Kind.REFUSED_HAPPENED : Anomaly.Kind.HAPPENED_TWICE,
                        "command " + Long.toHexString(what) + ": " + times + " times in the journal, begun "
                                + (count[0] + count[1]) + " times, refused " + count[2] + " times");
            }
        });
    }

    private Integer[] acknowledged() {
        int found = 0;
        Integer[] all = new Integer[history.count];
        for (int i = 0; i < history.count; i++) {
            if (history.number[i] > 0) {
                all[found++] = i;
            }
        }
        return Arrays.copyOf(all, found);
    }
}
