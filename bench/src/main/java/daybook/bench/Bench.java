package daybook.bench;

import daybook.bench.ours.DurablePath;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import java.util.List;

/** {@code ./daybook bench}. */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        Workload w = WorkloadGenerator.flow(16, 1_000_000);
        new Contest(
                        "durable",
                        "x",
                        "commands/s",
                        true,
                        new DurablePath(w),
                        List.of(
                                PeerLoader.exchangeCore(w, false, "YIELDING"),
                                PeerLoader.exchangeCore(w, true, "YIELDING")))
                .run(1, 3);
        System.exit(0);
    }
}
