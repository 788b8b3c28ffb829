package daybook.app.venue;

import daybook.app.venue.RebuildDesk.Report;
import daybook.app.venue.RebuildDesk.State;
import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.log.LogException;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerRebuild;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger role: the ledger, and now and then a second one that is built beside it to take its place. Confined to its thread. */
final class LedgerParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerParts.class);
    private static final int LOOKS = 64;

    private final ServicePorts ports;
    private final Settings settings;
    private final Ledger ledger;
    private volatile @Nullable LedgerRebuild rebuild;
    private int steps;

    /**
     * What it works with.
     *
     * @param topic full name of the fills topic
     * @param batch most fills in one transaction
     * @param beside where a second ledger is built
     * @param snapshot what it begins with, if that is wanted
     */
    record Settings(String topic, int batch, Database beside, Database snapshot, RebuildDesk desk) {}

    LedgerParts(ServicePorts ports, Settings settings) {
        this.ports = ports;
        this.settings = settings;
        this.ledger = new Ledger(ports, settings.topic(), settings.batch());
    }

    Services.Service service() {
        ServiceVoice voice = ServiceVoice.of(
                this::status,
                () -> ServiceVoice.Details.of(Map.of(), ledger.last()),
                () -> new ServiceVoice.Aside(ledger.deadLetters(), ledger.held()));
        return new Services.Service(Ledger.NAME, this::pump, voice, new Once(this));
    }

    /** A batch of the ledger, and one of the second if there is one. */
    int pump() {
        int passed = ledger.pump();
        LedgerRebuild building = rebuild;
        try {
            if (building != null) {
                return passed + step(building);
            }
            if (settings.desk().report().state() == State.ASKED) {
                begin(settings.desk().report());
                return passed + 1;
            }
        } catch (DeliveryException | LogException | SQLException refused) {
            end();
            settings.desk().tell(settings.desk().report().failed(String.valueOf(refused.getMessage())));
        }
        return passed;
    }

    @Override
    public void close() {
        end();
        ledger.close();
    }

    private void begin(Report asked) throws SQLException {
        Optional<Database> snapshot = asked.fromSnapshot() ? Optional.of(settings.snapshot()) : Optional.empty();
        rebuild = new LedgerRebuild(ports, settings.beside(), snapshot, settings.topic(), settings.batch());
        steps = 0;
        settings.desk().tell(asked.now(State.BUILDING, 0, 0));
    }

    private int step(LedgerRebuild building) throws SQLException {
        if (steps++ % LOOKS == 0) {
            tell(building, State.BUILDING);
        }
        return switch (building.step(ledger)) {
            case BUILDING -> 1;
            case WAITING -> 0;
            case DONE -> {
                tell(building, State.DONE);
                rebuild = null;
                dropWhatIsLeft();
                yield 1;
            }
        };
    }

    private void tell(LedgerRebuild building, State state) {
        LedgerRebuild.Progress progress = building.progress();
        settings.desk().tell(settings.desk().report().now(state, progress.read(), progress.end()));
    }

    private void dropWhatIsLeft() {
        try {
            settings.beside().drop();
        } catch (SQLException stays) {
            LOG.warn("{}: {}", settings.beside().name(), stays.getMessage()); // the next rebuild drops it
        }
    }

    private void end() {
        LedgerRebuild building = rebuild;
        rebuild = null;
        if (building != null) {
            building.close();
        }
    }

    private Map<String, ServiceStatus> status() {
        Map<String, ServiceStatus> status = new LinkedHashMap<>();
        status.put("ledger", ledger.status());
        LedgerRebuild building = rebuild;
        if (building != null) {
            status.put("ledger rebuild", building.status());
        }
        return status;
    }
}
