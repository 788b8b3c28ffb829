package daybook.bench;

import daybook.bench.ours.EngineAlone;
import daybook.bench.peers.ParityMatch;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import java.util.List;

/** {@code ./daybook bench}. */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        Workload w = WorkloadGenerator.flow(16, 1_000_000);
        new Contest("x", "x", "commands/s", true, new EngineAlone(w), List.of(new ParityMatch(w))).run(2, 3);
        System.exit(0);
    }
}
