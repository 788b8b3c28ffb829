package daybook.bench;

import daybook.bench.peers.ParityMatch;
import daybook.bench.workload.Workload;
import daybook.bench.workload.WorkloadGenerator;
import java.util.List;

/** {@code ./daybook bench}. */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        Workload w = WorkloadGenerator.flow(16, 300_000);
        Contestant ecOff = PeerLoader.exchangeCore(w, false, "YIELDING");
        Contestant ecOn = PeerLoader.exchangeCore(w, true, "YIELDING");
        new Contest("x", "x", "commands/s", true, new ParityMatch(w), List.of(ecOff, ecOn)).run(1, 2);
        System.exit(0);
    }
}
