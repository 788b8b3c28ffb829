package daybook.app.strategies;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.app.config.Nearest;
import daybook.app.strategies.StrategyRefused.Kind;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeliveryException;
import daybook.delivery.LeaseHolder;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.strategies.OrderUpdate;
import daybook.strategies.Records;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Move;
import daybook.strategies.gateway.GatewayDesk;
import daybook.strategies.gateway.GatewayReader;
import daybook.strategies.gateway.OrderLine;
import daybook.strategies.subscriptions.StrategyRow;
import daybook.strategies.subscriptions.StrategyTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Strategies, their shards and their intents, for people: reads and changes the strategies database, so it needs no service to run. What
 * it answers is JSON. Throws {@link StrategyRefused} for what is not possible, and {@link DeliveryException} if the database does not
 * answer; nothing has changed then. Safe for many threads: changes are made one after the other, each in a transaction.
 *
 * <p>Counts that look at all strategies (lag by shard, totals) are up to a second old, or more where they are dear.
 */
public final class StrategyDesk implements AutoCloseable {
    /** Status of an intent that is recorded with its evaluation, and that the order-gateway has not taken from the log yet. */
    public static final String WAITING = "WAITING";

    private static final String COUNT = "SELECT shards FROM cutover WHERE id = 1";
    /** A parameter in the summary of a kind: {@code fast=5 (1..199)}. */
    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z][A-Za-z0-9]*)=(-?\\d+) \\(([^)]*)\\)");

    private final Database database;
    private final DatabaseReader reader;
    private final Settings settings;
    private final InstantSource clock;
    private final Writer writer;
    private final GatewayDesk orders;
    private final Cached<ShardMap> shardMap;
    private volatile @Nullable Tables tables;

    /** What is known once the database has said how many shards it was made for. */
    private record Tables(Shards shards, StrategyTable strategies, Cutover cutover) {}

    /**
     * What there can be.
     *
     * @param shards how many, if the database does not have them yet
     */
    public record Settings(StrategyCatalog catalog, Shards shards, Topics topics) {}

    /**
     * Opens nothing yet.
     *
     * @param nanos monotonic nanoseconds of this process
     */
    public StrategyDesk(Database database, Settings settings, InstantSource clock, LongSupplier nanos) {
        this.database = database;
        this.reader = new DatabaseReader(database);
        this.settings = settings;
        this.clock = clock;
        this.writer = new Writer(database);
        this.orders = new GatewayDesk(database, new Records(settings.topics()), clock);
        this.shardMap = new Cached<>(this::readShardMap, nanos);
    }

    /**
     * A page of strategies by id, with what they have in common.
     *
     * @param after ids above this one
     */
    public Map<String, Object> list(long after, int limit, Filter filter) {
        ShardMap shards = shards();
        List<Map<String, Object>> rows = reader.read(c -> new StrategyPage(c, shards)
                .rows(new StrategyPage.Wish(after, limit + 1, filter.status(), filter.shard())));
        boolean hasMore = rows.size() > limit;
        List<Map<String, Object>> page = hasMore ? rows.subList(0, limit) : rows;
        Object next = hasMore ? id(page.get(limit - 1)) : Json.Null.NULL;
        return Json.fields(
                "shards", tables().shards().count(),
                "percent", shards.view().percent(),
                "draining", shards.view().draining().size(),
                "kinds", kinds(),
                "totals", shards.totals(),
                "strategies", page,
                "next", next);
    }

    /**
     * Which strategies are wanted.
     *
     * @param status running, stopped or failed; empty = all
     * @param shard -1 = all
     */
    public record Filter(String status, int shard) {
        public static final Filter ALL = new Filter("", -1);
    }

    /** One strategy, with its latest intents. */
    public Map<String, Object> show(long id) {
        Map<String, Object> strategy = row(id);
        strategy.put("recentIntents", intents("", id, 20));
        return strategy;
    }

    /** Adds one, stopped. */
    public Map<String, Object> add(Wanted wanted) {
        checkKind(wanted.kind());
        StrategyRow added = change((t, c) -> t.strategies().add(c, wanted.setup()));
        return row(added.id());
    }

    /** It listens from the next bar on. */
    public Map<String, Object> start(long id) {
        row(id);
        change((t, c) -> t.strategies().start(c, id));
        return row(id);
    }

    /** It listens no more after the last recorded bar. */
    public Map<String, Object> stop(long id) {
        row(id);
        change((t, c) -> t.strategies().stop(c, id));
        return row(id);
    }

    /** Where each shard is. */
    public Map<String, Object> cutover() {
        return shards().json();
    }

    /**
     * Begins to move shards so that this percentage of them is on the log.
     *
     * @param percent 0 to 100
     */
    public Move move(int percent) {
        return change((t, c) -> t.cutover().set(c, percent));
    }

    /**
     * Intents, newest first.
     *
     * @param status empty = all
     * @param strategy 0 = all
     */
    public List<Map<String, Object>> intents(String status, long strategy, int limit) {
        tables();
        long nowMicros = Math.multiplyExact(clock.millis(), 1_000L);
        return reader.read(c -> new IntentPage(c, nowMicros).rows(new IntentPage.Wish(status, strategy, limit)));
    }

    /**
     * Asks the order-gateway to cancel an intent's order: what has not been sent never will be.
     *
     * @param by who asks
     */
    public void cancel(UUID intentId, String by) {
        tables();
        synchronized (this) {
            require(intentId, orders.cancel(intentId, by));
        }
    }

    /**
     * Says what became of an order of unknown fate, after somebody has asked its venue in person. The order-gateway believes it.
     *
     * @param filled quantity, as a decimal of the order's scale
     * @param by who says so
     */
    public void settle(UUID intentId, OrderUpdate.Status end, String filled, String by) {
        tables();
        OrderLine order = new GatewayReader(database).order(intentId).orElseThrow(() -> notTaken(intentId));
        DecimalText.Parsed quantity =
                DecimalText.parse(filled, order.intent().terms().scales().quantity());
        if (quantity.outcome() != DecimalText.Outcome.EXACT) {
            throw new StrategyRefused(
                    Kind.INVALID, "filledQuantity: " + filled + " (expected: a decimal of the order's scale)");
        }
        try {
            synchronized (this) {
                require(intentId, orders.settle(intentId, end, quantity.units(), by));
            }
        } catch (IllegalArgumentException refused) {
            throw new StrategyRefused(Kind.INVALID, String.valueOf(refused.getMessage()));
        }
    }

    private static void require(UUID intentId, GatewayDesk.Outcome outcome) {
        switch (outcome) {
            case DONE -> {}
            case UNKNOWN_ORDER -> throw notTaken(intentId);
            case ENDED ->
                throw new StrategyRefused(
                        Kind.CONFLICT, "intent: " + intentId + " has ended (expected: one that has not)");
            case NOT_UNKNOWN ->
                throw new StrategyRefused(
                        Kind.CONFLICT,
                        "intent: " + intentId + " is not UNKNOWN (expected: one whose fate no machine can find out)");
        }
    }

    private static StrategyRefused notTaken(UUID intentId) {
        return new StrategyRefused(
                Kind.NOT_THERE, "intent: " + intentId + " (expected: one that the order-gateway has taken)");
    }

    /** Gives up its connections; the next change opens others. */
    @Override
    public synchronized void close() {
        writer.close();
        orders.close();
    }

    private Map<String, Object> row(long id) {
        ShardMap shards = shards();
        List<Map<String, Object>> rows =
                reader.read(c -> new StrategyPage(c, shards).rows(new StrategyPage.Wish(id - 1, 1, "", -1)));
        if (rows.isEmpty() || id(rows.get(0)) != id) {
            throw new StrategyRefused(Kind.NOT_THERE, "strategy: " + id + " (expected: one that exists)");
        }
        return rows.get(0);
    }

    private static long id(Map<String, Object> row) {
        return row.get("id") instanceof Long id ? id : 0;
    }

    private ShardMap shards() {
        tables(); // making them is not what an answer costs
        return shardMap.get();
    }

    private ShardMap readShardMap() {
        Tables known = tables();
        Map<String, LeaseHolder> owners =
                LeaseHolder.all(database).stream().collect(Collectors.toMap(LeaseHolder::name, Function.identity()));
        return reader.read(c -> ShardMap.read(c, known.cutover().show(c), owners));
    }

    private List<Map<String, Object>> kinds() {
        return settings.catalog().kinds().stream()
                .map(kind -> Json.fields(
                        "kind", kind.name(), "summary", kind.summary(), "parameters", parameters(kind.summary())))
                .toList();
    }

    private static List<Map<String, Object>> parameters(String summary) {
        return PARAMETER
                .matcher(summary)
                .results()
                .map(found -> Json.fields(
                        "name",
                        found.group(1),
                        "default",
                        new Json.Numeral(found.group(2)),
                        "description",
                        found.group(3)))
                .toList();
    }

    private void checkKind(String name) {
        List<String> known =
                settings.catalog().kinds().stream().map(StrategyKind::name).toList();
        if (!known.contains(name)) {
            String near = Nearest.of(name, known);
            throw new StrategyRefused(
                    Kind.INVALID,
                    "kind: " + name + " (expected: one of " + String.join(" ", known) + ")"
                            + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
    }

    private interface Change<T> {
        T make(Tables tables, Connection connection) throws SQLException;
    }

    private synchronized <T> T change(Change<T> change) {
        Tables known = tables();
        try {
            T made = change.make(known, writer.transaction());
            writer.commit();
            return made;
        } catch (IllegalArgumentException refused) {
            throw new StrategyRefused(Kind.INVALID, String.valueOf(refused.getMessage()));
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        } finally {
            writer.rollback(); // does nothing after the commit but give the connection up: changes are rare
            shardMap.forget();
        }
    }

    /** Made if no service has made them: whoever looks first may look before all of them. */
    private Tables tables() {
        Tables known = tables;
        return known == null ? prepare() : known;
    }

    private synchronized Tables prepare() {
        Tables made = tables;
        if (made != null) {
            return made;
        }
        StrategyDatabase.migrate(database);
        try {
            Connection connection = writer.transaction();
            Shards shards = shards(connection);
            made = new Tables(shards, new StrategyTable(settings.catalog(), shards, clock), new Cutover(shards, clock));
            made.cutover().prepare(connection);
            writer.commit();
            tables = made;
            return made;
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        } finally {
            writer.rollback();
        }
    }

    /** As many as the database was made for, whatever the settings are. */
    private Shards shards(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNT);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1) == 0 ? settings.shards() : new Shards(row.getInt(1));
        }
    }
}
