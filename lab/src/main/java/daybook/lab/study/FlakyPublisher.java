package daybook.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** In which order trades come onto a topic when sends fail: what a publisher with several sends in flight does to it. */
final class FlakyPublisher {
    private final List<Integer> order = new ArrayList<>();
    private int overtaken;
    private int copies;

    FlakyPublisher(WatermarkPlan plan) {
        SplittableRandom random = new SplittableRandom(plan.seed());
        int next = 0;
        while (next < plan.trades()) {
            int sent = Math.min(WatermarkPlan.IN_FLIGHT, plan.trades() - next);
            int failed = random.nextDouble() < plan.failureRate() ? random.nextInt(sent) : sent;
            for (int i = 0; i < sent; i++) {
                if (i != failed) {
                    order.add(next + i);
                }
            }
            if (failed < sent) {
                int behind = sent - failed - 1;
                // Those behind it are on the topic and come again. It is behind them now, unless it was the last.
                resend(next + failed, behind);
                copies += behind;
                overtaken += behind > 0 ? 1 : 0;
            }
            next += sent;
        }
    }

    private void resend(int first, int behind) {
        for (int i = 0; i <= behind; i++) {
            order.add(first + i);
        }
    }

    /** Numbers of the trades, as they lie on the topic. */
    List<Integer> order() {
        return order;
    }

    /** Trades whose first copy lies behind a later trade. */
    int overtaken() {
        return overtaken;
    }

    /** Records beyond the first of their trade. */
    int copies() {
        return copies;
    }
}
