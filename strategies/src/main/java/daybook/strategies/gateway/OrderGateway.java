package daybook.strategies.gateway;

import daybook.delivery.Backoff;
import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.LastRecord;
import daybook.delivery.Lease;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.log.StoredRecord;
import daybook.strategies.Records;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.StrategyRelay;
import daybook.strategies.venue.Venue;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The order-gateway service: reads {@code order.intent.v1}, sends each intent to its venue once, and says on {@code order.event.v1} what
 * becomes of it. Of several on one database one takes intents in; all work on the accounts, each account by one of them.
 *
 * <p>Its mode is {@link DeliveryMode#IDEMPOTENT}: the guard is the order's own row. {@link #pump} calls venues and takes as long as they
 * do; while one does not answer, nothing else of this process is sent, so whoever has slow venues runs several gateways. Confined to one
 * thread; {@link #status} and {@link #figures} are safe for any.
 */
public final class OrderGateway implements AutoCloseable {
    public static final String NAME = "order-gateway";

    private final Writer writer;
    private final Consumer consumer;
    private final Accounts accounts;
    private final StrategyRelay relay;
    private final Backoff failing;
    private volatile Optional<String> broken = Optional.empty();

    /**
     * Opens the gateway, creating its tables where they are missing.
     *
     * @param ports with the database that all services of the strategies share
     * @param venues where this process can send orders; those for others are left to other processes. Closed by the caller
     */
    public OrderGateway(ServicePorts ports, Collection<? extends Venue> venues, GatewayOptions options) {
        this(ports, venues, options, AccountExecutor.Seams.STRICT);
    }

    OrderGateway(
            ServicePorts ports,
            Collection<? extends Venue> venues,
            GatewayOptions options,
            AccountExecutor.Seams seams) {
        StrategyDatabase.migrate(ports.database());
        writer = new Writer(ports.database());
        Lease lease = ports.lease(NAME);
        Records records = new Records(options.topics());
        OrderTable table = new OrderTable();
        Tally tally = new Tally();
        AccountExecutor.Parts parts =
                new AccountExecutor.Parts(writer, table, records, ports.clock(), ports.nanos(), tally, seams);
        consumer = new Consumer(
                consumerOptions(options),
                ports.consumer(writer, lease),
                new Intake(table, records, ports.clock(), tally));
        accounts = new Accounts(new Accounts.Settings(ports.owner(), options), venues, parts);
        relay = new StrategyRelay(ports, NAME, writer);
        failing = new Backoff(ports.nanos());
    }

    private static ConsumerOptions consumerOptions(GatewayOptions options) {
        String topic = options.topics().fullName(Topics.ORDER_INTENTS);
        return ConsumerOptions.of(
                NAME,
                new ConsumerOptions.TopicSource(topic, PublicationPolicy.OUTBOX),
                DeliveryMode.IDEMPOTENT,
                options.batch());
    }

    /** Takes a batch of intents in, does for each account some of what is due, and publishes what came of it. 0 = nothing to do now. */
    public int pump() {
        int taken = consumer.pump();
        if (taken > 0) {
            accounts.look();
        }
        int done = taken + work();
        if (done > 0) {
            relay.wake();
        }
        return done + relay.pump();
    }

    private int work() {
        if (failing.waiting()) {
            return 0;
        }
        try {
            int done = accounts.round();
            failing.worked();
            broken = Optional.empty();
            return done;
        } catch (SQLException e) {
            writer.rollback();
            failing.failed();
            broken = Optional.of(NAME + ": " + e.getMessage());
            return 0;
        }
    }

    public ServiceStatus status() {
        ServiceStatus own = broken.map(why -> new ServiceStatus(ServiceStatus.Light.RED, List.of(why), 0, 1))
                .orElseGet(accounts::status);
        ServiceStatus intake = consumer.status();
        return own.light() == ServiceStatus.Light.RED
                ? own.beside(intake).beside(relay.status())
                : intake.beside(own).beside(relay.status());
    }

    /** Safe for any thread. */
    public GatewayFigures figures() {
        return accounts.figures();
    }

    /** What it has read last, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return consumer.last();
    }

    /** What was put aside and waits for a decision. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return consumer.deadLetters();
    }

    /** What waits because a record of its key cannot be processed now. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return consumer.held();
    }

    /** Throws {@link daybook.delivery.BadRecordException} if this is no intent: whoever repairs one asks first. Safe for many threads. */
    public static void check(StoredRecord record) {
        Intake.read(record);
    }

    /** Gives the accounts back, so that other processes need not wait. */
    @Override
    public void close() {
        accounts.close();
        consumer.close();
        relay.close();
        writer.close();
    }
}
