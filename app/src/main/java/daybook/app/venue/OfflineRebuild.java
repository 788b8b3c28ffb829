package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.delivery.ServicePorts;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.posttrade.ledger.Ledger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Builds the ledger's tables again on a cluster while its role does not run. */
public final class OfflineRebuild {
    private static final Duration REST = Duration.ofMillis(5);

    private OfflineRebuild() {}

    /**
     * Builds them.
     *
     * @throws Failure if the ledger runs, here or elsewhere, or they cannot be built; the tables are as they were
     */
    public static Map<String, Object> run(Log cluster, DataDirectory data, PostTrade postTrade, boolean fromSnapshot) {
        data.prepare();
        RebuildDesk desk = new RebuildDesk();
        try (DataLock lock = DataLock.take(data, VenueRole.LEDGER);
                LedgerParts parts = new LedgerParts(
                        new ServicePorts(
                                cluster,
                                postTrade.ledgerDatabase(),
                                InstantSource.system(),
                                System::nanoTime,
                                LeaseOwner.of(data, "rebuild")),
                        new LedgerParts.Settings(
                                Topics.FILLS.name(),
                                Services.BATCH,
                                postTrade.ledgerBeside(),
                                postTrade.ledgerSnapshot(),
                                desk))) {
            desk.ask(fromSnapshot);
            while (desk.report().isUnderWay()) {
                if (parts.pump() == 0) {
                    LockSupport.parkNanos(REST.toNanos());
                }
            }
        }
        RebuildDesk.Report report = desk.report();
        if (report.state() == RebuildDesk.State.FAILED) {
            throw new Failure(ExitCode.FAILURE, Ledger.NAME + ": " + report.message());
        }
        return Json.fields("service", Ledger.NAME, "read", report.read(), "end", report.end());
    }
}
