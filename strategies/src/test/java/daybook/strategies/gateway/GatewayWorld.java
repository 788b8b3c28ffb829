package daybook.strategies.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicSpec;
import daybook.strategies.AccountKey;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.DerivedId;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.Records;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.venue.Venue;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A log in memory, a database, a venue that misbehaves, time that stands still, and the gateways on them. */
final class GatewayWorld implements AutoCloseable {
    static final Topics TOPICS = new Topics("");
    static final String INTENTS = Topics.ORDER_INTENTS.name();
    static final String EVENTS = Topics.ORDER_EVENTS.name();
    static final GatewayOptions OPTIONS = GatewayOptions.of(TOPICS);
    static final Duration LEASE = OPTIONS.lease();

    final MemoryLog log = new MemoryLog(true);
    final ManualTime time = new ManualTime();
    final Records records = new Records(TOPICS);
    final Database database;
    final FaultyVenue venue;
    private final Writer writer;

    GatewayWorld(Engine engine, Path dir, long seed) {
        database = engine.open(dir, "strategies" + seed);
        venue = new FaultyVenue(time, seed);
        for (Topic topic : List.of(Topics.ORDER_INTENTS, Topics.ORDER_INTENTS_DEAD, Topics.ORDER_EVENTS)) {
            log.createTopic(new TopicSpec(topic.name(), topic.partitions(), Retention.UNLIMITED));
        }
        StrategyDatabase.migrate(database);
        writer = new Writer(new KillableDatabase(database));
    }

    /** One gateway process. */
    final class Running implements AutoCloseable {
        final KillableDatabase seen;
        final OrderGateway gateway;

        Running(String owner, Venue to, AccountExecutor.Seams seams) {
            this(owner, to, seams, database);
        }

        Running(String owner, Venue to, AccountExecutor.Seams seams, Database on) {
            seen = new KillableDatabase(on);
            gateway = new OrderGateway(ports(owner), List.of(to), OPTIONS, seams);
        }

        Running(String owner, GatewayOptions options) {
            seen = new KillableDatabase(database);
            gateway = new OrderGateway(ports(owner), List.of(venue), options);
        }

        private ServicePorts ports(String owner) {
            return new ServicePorts(log, seen, time, time::nanos, owner);
        }

        void kill() {
            seen.kill();
        }

        /** Works until nothing is left to do before some time has passed. */
        void settle() {
            int idle = 0;
            while (idle < 3) {
                idle = gateway.pump() == 0 ? idle + 1 : 0;
                time.pass(Duration.ofMillis(11));
            }
        }

        /** Works on for a while. */
        void runFor(Duration duration) {
            long end = time.nanos() + duration.toNanos();
            long idle = 0;
            while (time.nanos() < end) {
                idle = gateway.pump() == 0 ? Math.min(idle + 1, 10) : 0;
                time.pass(Duration.ofMillis(Math.max(0, Math.min(50 * idle, (end - time.nanos()) / 1_000_000 + 1))));
            }
        }

        @Override
        public void close() {
            gateway.close();
        }
    }

    Running process(String owner) {
        return new Running(owner, venue, AccountExecutor.Seams.STRICT);
    }

    Running process(String owner, SubmissionProtocol protocol) {
        return new Running(owner, venue, new AccountExecutor.Seams(protocol, Rules.STRICT, GatewayHook.NONE));
    }

    Running process(String owner, Rules rules) {
        return new Running(owner, venue, new AccountExecutor.Seams(SubmissionProtocol.STRICT, rules, GatewayHook.NONE));
    }

    Running process(String owner, GatewayHook hook) {
        return new Running(owner, venue, new AccountExecutor.Seams(SubmissionProtocol.STRICT, Rules.STRICT, hook));
    }

    /** As another evaluator does that takes a shard over; or the first one. */
    void grant(int shard, long token) {
        sql(
                "INSERT INTO lease (name, owner, token, expires_at_ms) VALUES (?, 'evaluator', ?, 0)"
                        + " ON CONFLICT (name) DO UPDATE SET token = excluded.token",
                Shards.lease(shard),
                token);
    }

    /** All accounts' owners have died long ago, says the database's clock. */
    void leasesEnd() {
        sql("UPDATE lease SET expires_at_ms = 0");
    }

    void sql(String words, Object... values) {
        try {
            PreparedStatement statement = writer.transaction().prepareStatement(words);
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
            statement.close();
            writer.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static AccountKey account(int number) {
        return new AccountKey(FaultyVenue.NAME, "acc-" + number, "spot");
    }

    static OrderIntent intent(int number, int account, String symbol, Fence fence) {
        return new OrderIntent(
                new OrderIntent.Cause(fence.isManual() ? 0 : 7, DerivedId.of("bar", number), 0),
                account(account),
                symbol,
                new OrderIntent.Terms(
                        Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 10_000, 10, new ClosedBar.Scales(2, 0)),
                fence);
    }

    /** The usual one: of shard 0, which has token 1 if {@link #grant} said so. */
    static OrderIntent intent(int number, int account, String symbol) {
        return intent(number, account, symbol, new Fence(Shards.lease(0), 1));
    }

    void decided(OrderIntent... intents) {
        for (OrderIntent intent : intents) {
            log.append(
                    INTENTS, Records.record(records.of(intent, time.instant().toEpochMilli() * 1_000), time.millis()));
        }
    }

    GatewayOrder order(OrderIntent intent) {
        return new DatabaseReader(database)
                .read(connection -> new OrderTable().find(connection, intent.clientOrderId()))
                .orElseThrow();
    }

    Status status(OrderIntent intent) {
        return order(intent).state().status();
    }

    Map<Status, Integer> statuses() {
        return new DatabaseReader(database).read(connection -> {
            Map<Status, Integer> counts = new HashMap<>();
            try (PreparedStatement select =
                            connection.prepareStatement("SELECT status, COUNT(*) FROM gateway_order GROUP BY status");
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.put(Status.valueOf(row.getString(1)), row.getInt(2));
                }
            }
            return counts;
        });
    }

    /** Whether nothing will change any more, and all of it has been said. */
    boolean isOver() {
        return new DatabaseReader(database).read(connection -> {
            String sql = "SELECT (SELECT COUNT(*) FROM gateway_order WHERE status IN " + OrderTable.LIVE
                    + ") + (SELECT COUNT(*) FROM outbox WHERE sent_at_ms IS NULL)";
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                return row.next() && row.getLong(1) == 0;
            }
        });
    }

    /** What order.event.v1 says of each intent, in its order. */
    Map<String, List<OrderUpdate>> updates() {
        Map<String, List<OrderUpdate>> updates = new HashMap<>();
        for (StoredRecord stored : log.all(EVENTS)) {
            OrderUpdate update = Bodies.readUpdate(stored.record().value());
            updates.computeIfAbsent(update.intent().clientOrderId(), id -> new ArrayList<>())
                    .add(update);
        }
        return updates;
    }

    List<Status> path(OrderIntent intent) {
        return updates().getOrDefault(intent.clientOrderId(), List.of()).stream()
                .map(OrderUpdate::status)
                .toList();
    }

    /** Each step of each order has exactly one message, in order, and the last one says what the row says. */
    void messagesAreTheChanges() {
        Map<String, List<OrderUpdate>> updates = updates();
        Set<String> ids = new DatabaseReader(database).read(connection -> {
            Set<String> all = new HashSet<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT intent_id FROM gateway_order");
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(row.getString(1));
                }
            }
            return all;
        });
        assertThat(updates.keySet()).isEqualTo(ids);
        new DatabaseReader(database).read(connection -> {
            OrderTable table = new OrderTable();
            for (String id : ids) {
                GatewayOrder order = table.find(connection, id).orElseThrow();
                List<OrderUpdate> said = updates.getOrDefault(id, List.of());
                long step = 0;
                for (OrderUpdate update : said) {
                    step++;
                    if (update.step() != step) {
                        throw new AssertionError("not the steps of " + id + ": " + said);
                    }
                }
                OrderUpdate last = said.get(said.size() - 1);
                if (!order.update(last.timeMicros()).equals(last)) {
                    throw new AssertionError("last said: " + last + ", in the table: " + order);
                }
            }
            return ids.size();
        });
    }

    /** Nothing was entered twice, and nothing that nobody wanted. */
    void eachIsOneOrder(OrderIntent... intents) {
        Map<String, Integer> wanted = new HashMap<>();
        for (OrderIntent intent : intents) {
            wanted.put(intent.clientOrderId(), 1);
        }
        assertThat(venue.entered()).isEqualTo(wanted);
    }

    /** The end of a process. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed", null, false, false);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
