package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.bench.workload.Workload;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Opening an exchange that has a journal: every checksum is looked at, every command is applied again, every event compared.
 * Either from the beginning, or from a snapshot that lacks the last {@value #TAIL} commands.
 */
public final class Recovery implements Contestant {
    private static final int TAIL = 10_000;
    private static final UUID VENUE = new UUID(1, 1);

    private final Workload workload;
    private final boolean fromSnapshot;
    private final boolean rate;
    private Path kept = Path.of("unset");
    private ExchangeHome home = ExchangeHome.of(Path.of("unset"), VENUE);
    private long commands;

    /** @param rate whether the figure is commands per second, else milliseconds */
    public Recovery(Workload workload, boolean fromSnapshot, boolean rate) {
        this.workload = workload;
        this.fromSnapshot = fromSnapshot;
        this.rate = rate;
    }

    @Override
    public String name() {
        return fromSnapshot
                ? "Daybook, snapshot and a tail of 10,000 commands"
                : "Daybook, full replay without a snapshot";
    }

    @Override
    public double run() throws Exception {
        if (commands == 0) {
            prepare();
        }
        Scratch.delete(home.snapshots());
        if (fromSnapshot) {
            copy(kept, home.snapshots());
        }
        long start = System.nanoTime();
        try (Exchange exchange = open()) {
            double seconds = (System.nanoTime() - start) / 1e9;
            if (exchange.durableCommandSeq() != commands) {
                throw new IllegalStateException("commands: " + exchange.durableCommandSeq() + ", not " + commands);
            }
            boolean used = exchange.recovered().snapshotCommandSeq() > 0;
            if (used != fromSnapshot) {
                throw new IllegalStateException("snapshot used: " + used);
            }
            return rate ? commands / seconds : seconds * 1e3;
        }
    }

    /** Writes the journal, the last commands of it behind the snapshot that is kept. */
    private void prepare() throws Exception {
        home = ExchangeHome.of(Scratch.folder("recovery-" + (fromSnapshot ? "tail" : "full")), VENUE);
        try (Exchange exchange = open()) {
            Feeding.all(exchange, Venue.setUp(workload));
            Feeding.range(exchange, workload, 0, workload.total() - TAIL);
        }
        kept = Scratch.folder("recovery-kept-" + (fromSnapshot ? "tail" : "full"));
        copy(home.snapshots(), kept);
        try (Exchange exchange = open()) {
            Feeding.range(exchange, workload, workload.total() - TAIL, workload.total());
            commands = exchange.durableCommandSeq();
        }
    }

    private Exchange open() {
        return Exchange.open(
                home, ExchangeSettings.DEFAULT, ExchangePorts.of(new FileDisk(), System::nanoTime, System::nanoTime));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
    }
}
