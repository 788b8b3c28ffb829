package daybook.lab.study;

import daybook.delivery.CrashHook;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** When the consumer dies on one day: at steps drawn uniformly and without repeats from those of an undisturbed day. */
final class CrashSchedule implements CrashHook {
    private final int[] steps;
    private final Listener listener;
    private int next;
    private int step;

    /** Told of each crash before it happens. */
    interface Listener {
        void crashes(int step, Stage stage, int index);
    }

    CrashSchedule(CrashPlan plan, SplittableRandom random, Listener listener) {
        TreeSet<Integer> drawn = new TreeSet<>();
        while (drawn.size() < plan.crashes()) {
            drawn.add(random.nextInt(plan.steps()));
        }
        this.steps = drawn.stream().mapToInt(Integer::intValue).toArray();
        this.listener = listener;
    }

    @Override
    public void at(Stage stage, int index) {
        int now = step++;
        if (next < steps.length && steps[next] == now) {
            next++;
            listener.crashes(now, stage, index);
            throw new Crash(stage, index);
        }
    }

    /** How often it has struck. Records that were lost are steps that never came. */
    int struck() {
        return next;
    }
}
