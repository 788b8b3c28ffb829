package daybook.app.workers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was found in the tables and on the topics when all was over, and what is wrong with it.
 *
 * <p>A job that was given up may have its effect: its worker died, or lost its lease, between the effect and the queue's hearing of it, and
 * there was no attempt left to say so. Never twice.
 *
 * @param pushed ids that a push has returned
 * @param copies ids of which a log has more than one living copy, and how many: a worker died between the record of a retry and the cursor.
 *     Each copy has the attempts that were left
 * @param carried by id, the attempts that each of its records on a log begins with
 * @param partitions where each id is; empty where there are none with one job in flight each
 */
record Evidence(
        Set<String> pushed,
        List<Begun> begun,
        List<Effect> effects,
        List<Failed> failed,
        Map<String, Integer> copies,
        Map<String, List<Integer>> carried,
        Map<String, Integer> partitions) {

    record Begun(String id, Chore chore, int attempt, long token, String worker, Instant at) {}

    record Effect(String id, long token, Instant at) {}

    record Failed(String id, String reason, int attempts) {}

    /** Of a job that had its effect, from its beginning to the effect. */
    private record Ran(String id, Instant from, Instant to) {}

    List<String> complaints() {
        List<String> wrong = new ArrayList<>();
        once(wrong);
        ended(wrong);
        attempts(wrong);
        deadly(wrong);
        inFlight(wrong);
        return wrong;
    }

    Set<String> withEffect() {
        return effects.stream().map(Effect::id).collect(Collectors.toSet());
    }

    Set<String> givenUp() {
        return failed.stream().map(Failed::id).collect(Collectors.toSet());
    }

    private void once(List<String> wrong) {
        Map<String, Long> times =
                effects.stream().collect(Collectors.groupingBy(Effect::id, TreeMap::new, Collectors.counting()));
        times.forEach((id, count) -> {
            if (count > 1) {
                wrong.add(id + ": its effect is there " + count + " times");
            }
        });
    }

    private void ended(List<String> wrong) {
        Set<String> done = withEffect();
        Set<String> over = givenUp();
        for (String id : pushed) {
            if (!done.contains(id) && !over.contains(id)) {
                wrong.add(id + ": neither done nor failed");
            }
        }
    }

    private void attempts(List<String> wrong) {
        Map<String, List<Begun>> byId = begun.stream().collect(Collectors.groupingBy(Begun::id));
        byId.forEach((id, starts) -> {
            int tries = starts.get(0).chore().tries();
            int highest = starts.stream().mapToInt(Begun::attempt).max().orElse(0);
            if (highest > tries) {
                wrong.add(id + ": begun as attempt " + highest + " of " + tries);
            }
            Map<Integer, Long> times =
                    starts.stream().collect(Collectors.groupingBy(Begun::attempt, Collectors.counting()));
            times.forEach((attempt, count) -> {
                if (count > Math.max(1, recordsBefore(id, attempt))) {
                    wrong.add(id + ": one attempt was begun " + count + " times: " + starts);
                }
            });
            long lives = Math.max(copies.getOrDefault(id, 1), Collections.max(times.values()));
            if (starts.size() > tries * lives) {
                wrong.add(id + ": begun " + starts.size() + " times, of " + tries);
            }
        });
        for (Failed job : failed) {
            List<Begun> starts = byId.getOrDefault(job.id(), List.of());
            if (!starts.isEmpty() && job.attempts() > starts.get(0).chore().tries()) {
                wrong.add(job + ": more attempts than it has tries");
            }
        }
    }

    /** How many records of a job an attempt may have come from: a worker that lost its partition after it wrote the retry leaves two. */
    private long recordsBefore(String id, int attempt) {
        return carried.getOrDefault(id, List.of()).stream()
                .filter(attempts -> attempts < attempt)
                .count();
    }

    private void deadly(List<String> wrong) {
        Map<String, Chore> chores = new HashMap<>();
        begun.forEach(start -> chores.put(start.id(), start.chore()));
        Set<String> done = withEffect();
        Map<String, String> reasons =
                failed.stream().collect(Collectors.toMap(Failed::id, Failed::reason, (one, other) -> one));
        chores.forEach((id, chore) -> {
            if (chore == Chore.DEADLY && !"worker died".equals(reasons.get(id))) {
                wrong.add(id + " ends its workers, and was not given up for that: " + reasons.get(id));
            }
            if (chore == Chore.HANGS && (done.contains(id) || !reasons.containsKey(id))) {
                wrong.add(id + " hangs, and has its effect, or was not given up");
            }
        });
    }

    /**
     * No other job of its partition begins between the beginning of a job and its effect. One whose worker had lost the partition in between,
     * and which somebody had begun again before, does not count.
     */
    private void inFlight(List<String> wrong) {
        Map<Integer, List<Begun>> byPartition = begun.stream()
                .filter(start -> partitions.containsKey(start.id()))
                .sorted(Comparator.comparing(Begun::at))
                .collect(Collectors.groupingBy(start -> partitions.getOrDefault(start.id(), -1)));
        Map<Effect, Begun> beginnings = beginnings();
        effects.forEach(effect -> {
            Begun from = beginnings.get(effect);
            if (from != null && partitions.containsKey(effect.id())) {
                between(
                        from,
                        effect,
                        byPartition.getOrDefault(partitions.getOrDefault(effect.id(), -1), List.of()),
                        wrong);
            }
        });
    }

    private Map<Effect, Begun> beginnings() {
        Map<String, Begun> byRun = new HashMap<>();
        begun.forEach(start -> byRun.put(start.id() + "/" + start.token(), start));
        Map<Effect, Begun> beginnings = new HashMap<>();
        effects.forEach(effect -> {
            Begun from = byRun.get(effect.id() + "/" + effect.token());
            if (from != null) {
                beginnings.put(effect, from);
            }
        });
        return beginnings;
    }

    private static void between(Begun from, Effect to, List<Begun> partition, List<String> wrong) {
        int at = Collections.binarySearch(partition, from, Comparator.comparing(Begun::at));
        for (int i = Math.max(0, at);
                i < partition.size() && partition.get(i).at().isBefore(to.at());
                i++) {
            Begun other = partition.get(i);
            if (other.id().equals(from.id()) && other.token() > from.token()) {
                return; // its worker had been overtaken
            }
            if (!other.id().equals(from.id()) && other.at().isAfter(from.at())) {
                wrong.add(other + " began while " + from + " was in flight, until " + to.at());
                return;
            }
        }
    }

    /** The most jobs with an effect that were in flight at once. */
    int mostAtOnce() {
        List<Ran> ran = new ArrayList<>();
        beginnings().forEach((effect, from) -> ran.add(new Ran(effect.id(), from.at(), effect.at())));
        List<Map.Entry<Instant, Integer>> steps = new ArrayList<>();
        ran.forEach(one -> {
            steps.add(Map.entry(one.from(), 1));
            steps.add(Map.entry(one.to(), -1));
        });
        steps.sort(Map.Entry.<Instant, Integer>comparingByKey().thenComparing(Map.Entry.comparingByValue()));
        int now = 0;
        int most = 0;
        for (Map.Entry<Instant, Integer> step : steps) {
            now += step.getValue();
            most = Math.max(most, now);
        }
        return most;
    }
}
