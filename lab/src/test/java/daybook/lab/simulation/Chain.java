package daybook.lab.simulation;

import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.Database;
import daybook.delivery.Lease;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Reader;
import daybook.posttrade.Suspects;
import daybook.posttrade.board.Board;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.ChargeSchedule;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What reads the log: capture with its relay, the ledger and its stand-by, the board, a service of a user, a tail. */
final class Chain {
    static final ChargeSchedule CHARGES = new ChargeSchedule(-20, 100);
    private static final int BATCH = 25;

    private final World world;
    private final Recording recording;
    /** The log in the venue's process; nothing while that is down, or if there is a broker. */
    private final Supplier<@Nullable Log> embedded;

    final List<Service> services = new ArrayList<>();
    private final Service standby;
    private @Nullable Reader tail;

    Chain(World world, Recording recording, Supplier<@Nullable Log> embedded) {
        this.world = world;
        this.recording = recording;
        this.embedded = embedded;
        add("capture", "capture", nanos -> {
            Capture capture = new Capture(
                    ports("capture", "capture", nanos),
                    new Capture.Settings(World.EVENTS, World.FILLS, CHARGES, BATCH, Duration.ofDays(1)));
            return new Service.Running(capture::pump, () -> capture.status() + " " + capture.relayStatus());
        });
        add("ledger", "ledger", nanos -> ledger("ledger", nanos));
        add("board", "board", nanos -> {
            LedgerReader ledger = new LedgerReader(database("ledger"), () -> Suspects.NONE);
            Board board = new Board(database("board"), ledger, nanos, Duration.ofMillis(500));
            return new Service.Running(board::pump, () -> board.status().toString());
        });
        add("totals", Totals.NAME, this::totals);
        standby = new Service("ledger-b", world.database("ledger"), world, nanos -> ledger("ledger-b", nanos));
    }

    private void add(String name, String database, Service.Opening opening) {
        services.add(new Service(name, world.database(database), world, opening));
    }

    private Service.Running ledger(String owner, LongSupplier nanos) {
        Ledger ledger = new Ledger(ports("ledger", owner, nanos), World.FILLS, BATCH);
        return new Service.Running(ledger::pump, () -> ledger.status().toString());
    }

    private Service.Running totals(LongSupplier nanos) {
        Database database = database(Totals.NAME);
        InstantSource clock = world.time.venueClock();
        ConsumerOptions options = ConsumerOptions.of(
                Totals.NAME,
                new ConsumerOptions.TopicSource(World.FILLS, PublicationPolicy.OUTBOX),
                world.parts.totalsMode(),
                BATCH);
        Writer writer = new Writer(database);
        Lease lease = new Lease(new Lease.Terms(Totals.NAME, "totals", Duration.ofSeconds(10)), nanos);
        Consumer.Ports ports = new Consumer.Ports(log(Totals.NAME), writer, clock, nanos, Optional.of(lease));
        Consumer consumer = new Consumer(options, ports, world.parts.totals(clock));
        return new Service.Running(consumer::pump, () -> consumer.status().toString());
    }

    private ServicePorts ports(String service, String owner, LongSupplier nanos) {
        return new ServicePorts(log(service), database(service), world.time.venueClock(), nanos, owner);
    }

    private Database database(String service) {
        return world.parts.database(world.database(service));
    }

    private Log log(String process) {
        Log inProcess = embedded.get();
        Log real = inProcess == null ? new BrokerLog(world.broker) : inProcess;
        return new RecordingLog(world.parts.log(process, real), recording);
    }

    /** Without the process of the venue there is nothing, if the log is in it. */
    private boolean isDown() {
        return world.embedded && embedded.get() == null;
    }

    int pump(Service service) {
        return isDown() ? 0 : service.pump();
    }

    /** The stand-by of the ledger, once there was a reason to start it. */
    int pumpStandby() {
        return isDown() || !standby.isRunning() ? 0 : standby.pump();
    }

    /** Somebody notices that the ledger is silent. */
    void startStandby() {
        if (!isDown()) {
            standby.pump();
        }
    }

    /** Shows what comes, and loses what it does not see. */
    int pumpTail() {
        if (isDown()) {
            return 0;
        }
        try {
            Reader reader = tail;
            if (reader == null) {
                reader = log("tail").tail(List.of(World.EVENTS));
                tail = reader;
            }
            return reader.poll(50, Duration.ZERO).size();
        } catch (LogException e) {
            tail = null;
            return 0;
        }
    }

    boolean reopenTail() {
        boolean was = tail != null;
        tail = null;
        return was;
    }

    /** All of them were in the process that ended. */
    void processEnded() {
        tail = null;
        services.forEach(service -> service.die(0));
        standby.die(0);
    }

    /** How each of them is, in words. */
    String state() {
        StringJoiner states = new StringJoiner("; ");
        services.forEach(service -> states.add(service.state()));
        return states.add(standby.state()).toString();
    }

    void heal() {
        services.forEach(Service::heal);
        standby.heal();
    }
}
