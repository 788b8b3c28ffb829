package daybook.strategies.evaluate;

import daybook.events.Topics;
import daybook.log.StoredRecord;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.Shards;
import daybook.strategies.api.Decision;
import daybook.strategies.cutover.Move;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says what must have come of bars and strategies, and compares: by counting again, not by asking those that are judged. Strategies are of kind
 * {@code chain} and run from before the first bar.
 */
final class WalkJudge {
    private final World world;
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, String> owners = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Set<String> rows = new HashSet<>();
    private final List<Turn> turns = new ArrayList<>();

    /** A move: what was recorded by then is the path's before. */
    private record Turn(Set<Integer> shards, int recorded, long boundaryMicros, String path) {}

    WalkJudge(World world) {
        this.world = world;
    }

    private int before;

    void moved(Move move, int percent) {
        if (move instanceof Move.Started started) {
            String path = percent > before ? "log" : "local";
            turns.add(new Turn(Set.copyOf(started.shards()), world.recorded.size(), started.boundaryMicros(), path));
            before = percent;
        }
    }

    /** All shards are the log's from the first bar on. */
    void movedAll() {
        turns.add(new Turn(IntStream.range(0, world.shards.count()).boxed().collect(Collectors.toSet()), 0, -1, "log"));
    }

    /** A token belongs to one owner, and none comes again; nothing is stored under one that was over when it was looked last. */
    void look(long seed) throws SQLException {
        lookAtNewRows(seed);
        Set<String> there = new TreeSet<>();
        for (String row : world.texts("SELECT name, token, owner FROM lease WHERE name LIKE 'shard-%'")) {
            String[] cells = row.split(" ");
            long token = Long.parseLong(cells[1]);
            there.add(cells[0]);
            check(seed, token >= tokens.getOrDefault(cells[0], 0L), "token of " + cells[0] + " has fallen to " + token);
            tokens.put(cells[0], token);
            String owner = owners.putIfAbsent(cells[0] + " " + token, cells[2]);
            check(seed, owner == null || owner.equals(cells[2]), row + " was granted to " + owner);
        }
        check(seed, there.containsAll(tokens.keySet()), "lease rows are gone: " + tokens.keySet() + " " + there);
    }

    private void lookAtNewRows(long seed) throws SQLException {
        long count = world.number("SELECT COUNT(*) FROM evaluation");
        if (count == rows.size()) {
            return;
        }
        for (String row : world.texts("SELECT strategy_id, token, series, fencing_token FROM evaluation")) {
            if (rows.add(row)) {
                String[] cells = row.split(" ");
                String lease = Shards.lease(world.shards.of(Long.parseLong(cells[0])));
                check(
                        seed,
                        Long.parseLong(cells[3]) >= tokens.getOrDefault(lease, 0L),
                        "stored under a grant that was over: " + row + ", " + lease + " is at " + tokens.get(lease));
            }
        }
    }

    /** Whether everything there is has been done. */
    boolean isSettled() throws SQLException {
        long done = world.number("SELECT COUNT(*) FROM evaluation");
        return done >= expected().size()
                && world.number("SELECT COUNT(*) FROM outbox WHERE sent_at_ms IS NULL") == 0
                && world.number("SELECT COUNT(*) FROM shard_route WHERE drained = 0") == 0;
    }

    void judge(long seed) throws SQLException {
        Map<String, Long> evaluated = new TreeMap<>();
        List<String> wrongPath = new ArrayList<>();
        for (String row : world.texts("SELECT strategy_id, event_id, outcome, path, fencing_token FROM evaluation")) {
            String[] cells = row.split(" ");
            check(seed, cells[2].equals("decided"), "outcome of " + row);
            evaluated.put(cells[0] + " " + cells[1], Long.parseLong(cells[4]));
            if (!paths(Long.parseLong(cells[0]), cells[1]).contains(cells[3])) {
                wrongPath.add(row);
            }
        }
        Set<String> expected = expected().keySet();
        check(
                seed,
                evaluated.keySet().equals(expected),
                "evaluations: " + difference(expected, evaluated.keySet()) + " after " + turns);
        check(seed, wrongPath.isEmpty(), "evaluated by the wrong path: " + wrongPath + " " + turns);
        judgeDecisions(seed, evaluated);
    }

    /** States and intents are those of a run without a single fault. */
    private void judgeDecisions(long seed, Map<String, Long> grants) throws SQLException {
        Map<UUID, Fence> intents = new HashMap<>();
        Map<String, String> states = new TreeMap<>();
        for (String subscription : world.texts("SELECT strategy_id, series FROM subscription")) {
            String[] cells = subscription.split(" ");
            long id = Long.parseLong(cells[0]);
            String state = "";
            for (ClosedBar bar : world.recorded) {
                if (bar.series().text().equals(cells[1])) {
                    Decision decision = Kinds.chained(bar, state);
                    state = decision.state();
                    long token = grants.getOrDefault(id + " " + bar.id(), 0L);
                    Fence fence = new Fence(Shards.lease(world.shards.of(id)), token);
                    Stamp.DERIVED
                            .stamp(new Stamp.Source(id, World.ACCOUNT, bar), decision, fence)
                            .forEach(intent -> intents.put(intent.id(), intent.fence()));
                }
            }
            states.put(subscription, state);
        }
        Map<String, String> stored = new TreeMap<>();
        for (String row : world.texts("SELECT strategy_id, series, state FROM strategy_state")) {
            int space = row.lastIndexOf(' ');
            stored.put(row.substring(0, space), row.substring(space + 1));
        }
        check(seed, stored.equals(states), "states: " + stored + "\nexpected: " + states);
        Map<UUID, Fence> published = new HashMap<>();
        for (StoredRecord record : world.log.stored.all(world.topics.fullName(Topics.ORDER_INTENTS))) {
            OrderIntent intent = Bodies.readIntent(record.record().value());
            published.put(intent.id(), intent.fence());
        }
        check(seed, published.equals(intents), "intents: " + difference(intents.entrySet(), published.entrySet()));
        check(seed, world.number("SELECT COUNT(*) FROM intent") == intents.size(), "rows of intents");
    }

    private Map<String, ClosedBar> expected() throws SQLException {
        Map<String, ClosedBar> expected = new TreeMap<>();
        for (String subscription : world.texts("SELECT strategy_id, series FROM subscription")) {
            String[] cells = subscription.split(" ");
            for (ClosedBar bar : world.recorded) {
                if (bar.series().text().equals(cells[1])) {
                    expected.put(cells[0] + " " + bar.id(), bar);
                }
            }
        }
        return expected;
    }

    /** Which paths may have evaluated it. */
    private Set<String> paths(long strategyId, String eventId) {
        int shard = world.shards.of(strategyId);
        int recorded = places().getOrDefault(eventId, -1);
        long endMicros = world.recorded.get(recorded).window().endMicros();
        Set<String> paths = new TreeSet<>(Set.of("local"));
        for (Turn turn : turns) {
            if (turn.shards().contains(shard) && recorded >= turn.recorded()) {
                if (endMicros > turn.boundaryMicros()) {
                    paths.clear();
                }
                paths.add(turn.path());
            }
        }
        return paths;
    }

    private Map<String, Integer> places() {
        for (int i = places.size(); i < world.recorded.size(); i++) {
            places.put(world.recorded.get(i).id().toString(), i);
        }
        return places;
    }

    private static String difference(Set<?> expected, Set<?> found) {
        Set<Object> missing = new HashSet<>(expected);
        missing.removeAll(found);
        Set<Object> extra = new HashSet<>(found);
        extra.removeAll(expected);
        return missing.size() + " missing " + some(missing) + ", " + extra.size() + " extra " + some(extra);
    }

    private static List<Object> some(Set<Object> all) {
        return all.stream().limit(3).toList();
    }

    private static void check(long seed, boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("seed " + seed + ": " + what);
        }
    }
}
