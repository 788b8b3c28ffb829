package daybook.bench;

import daybook.bench.ours.EngineLoop;
import daybook.bench.workload.WorkloadGenerator;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Whether the order path makes garbage, and whether its memory grows. */
final class SteadyState implements Study {
    private static final int MILLION = 1_000_000;

    @Override
    public String id() {
        return "garbage";
    }

    @Override
    public void run(Scale scale, Report report) {
        measure(scale.commands()).forEach(report::line);
    }

    /** Runs ten million commands through the engine. */
    private static List<String> measure(int commands) {
        List<String> lines = new ArrayList<>();
        lines.add("## Steady state of the order path");
        lines.add("");
        lines.add(
                "The engine with its client-order-id memory, one stream over and over; heap after a full collection.");
        lines.add("");
        lines.add("| after commands | live heap MB | bytes allocated per command in this part |");
        lines.add("|---:|---:|---:|");
        EngineLoop loop = new EngineLoop(WorkloadGenerator.flow(16, commands));
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double second = 0;
        double worst = 0;
        for (int million = 1; million <= 10; million++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            loop.apply(MILLION);
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            double heap = Heap.liveMegabytes();
            second = million == 2 ? heap : second;
            worst = million > 2 ? Math.max(worst, Math.abs(heap / second - 1)) : worst;
            lines.add(String.format(
                    java.util.Locale.ROOT, "| %d M | %.1f | %.2f |", million, heap, allocated / (double) MILLION));
        }
        lines.add("");
        lines.add(String.format(
                java.util.Locale.ROOT,
                "From the 2nd to the 10th million the live heap moved by at most %.1f %%.",
                worst * 100));
        loop.keepAlive();
        return lines;
    }
}
