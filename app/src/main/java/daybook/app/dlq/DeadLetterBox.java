package daybook.app.dlq;

import daybook.app.config.Nearest;
import daybook.app.dlq.LetterRefused.Kind;
import daybook.delivery.BadRecordException;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeadLetter;
import daybook.delivery.DeadLetterDesk;
import daybook.delivery.DeadLetterDesk.Outcome;
import daybook.delivery.DeliveryException;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The dead letters of every service of a venue, by ids like {@code ledger-12}. Reads and decides in the services' databases, so it
 * needs no service to run but for a replay, which the service makes itself. Safe for many threads.
 */
public final class DeadLetterBox {
    /** Most letters of one service that are listed. */
    private static final int MOST = 10_000;

    /** A service that works looks for replays four times a second. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final Duration REST = Duration.ofMillis(25);

    private final Map<String, Service> services;
    private final Settings settings;
    private final InstantSource clock;
    private final DeadLetterDesk desk;

    /**
     * Where a service keeps its letters.
     *
     * @param check throws {@link BadRecordException} for what the service could not read
     */
    public record Service(Database database, Consumer<StoredRecord> check) {}

    /**
     * How they are handled.
     *
     * @param replays most replays of one body
     */
    public record Settings(Topics topics, int replays) {}

    /** @param services by name; some may not be there */
    public DeadLetterBox(Map<String, Service> services, Settings settings, InstantSource clock) {
        this.services = Map.copyOf(services);
        this.settings = settings;
        this.clock = clock;
        this.desk = new DeadLetterDesk(clock);
    }

    /** By service and number; those that wait, or all that are kept. */
    public List<Map<String, Object>> list(boolean all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        services.keySet().stream()
                .sorted()
                .forEach(service -> letters(service, all)
                        .forEach(letter -> rows.add(LetterJson.row(
                                LetterId.of(service, letter), letter, settings.topics(), clock.instant()))));
        return rows;
    }

    /** All about one. Throws {@link LetterRefused}, as all below. */
    public Map<String, Object> show(String id) {
        LetterId known = known(id);
        return whole(known, find(known));
    }

    /** Stores a body in the place of the original's, if the service can read it. */
    public Map<String, Object> repair(String id, byte[] body, Order order) {
        LetterId known = known(id);
        DeadLetter letter = find(known);
        try {
            service(known).check().accept(letter.with(body));
        } catch (BadRecordException unreadable) {
            throw new LetterRefused(
                    Kind.INVALID,
                    id + ": " + known.service() + " cannot read the value either: " + unreadable.getMessage());
        }
        require(known, letter, decide(known, order, (c, now) -> desk.repair(c, now, body, order.by())));
        return whole(known, find(known));
    }

    /** Has the service apply a letter. The state says what came of it: {@code replayed}, or {@code parked} with an error. */
    public Map<String, Object> replay(String id, Order order) {
        LetterId known = known(id);
        DeadLetter letter = find(known);
        Outcome outcome = decide(known, order, (c, now) -> desk.askReplay(c, now, settings.replays(), order.by()));
        require(known, letter, outcome);
        return whole(known, outcome == Outcome.DONE && !order.dryRun() ? await(known) : find(known));
    }

    /** Gives a letter up. */
    public Map<String, Object> discard(String id, String reason, Order order) {
        LetterId known = known(id);
        DeadLetter letter = find(known);
        require(known, letter, decide(known, order, (c, now) -> desk.discard(c, now, reason, order.by())));
        return whole(known, find(known));
    }

    /**
     * Who wants something.
     *
     * @param by for the record
     * @param dryRun whether it would be possible; nothing changes
     */
    public record Order(String by, boolean dryRun) {}

    private interface Decision {
        Outcome make(Connection connection, DeadLetter letter) throws SQLException;
    }

    /** Looks and decides in one transaction. */
    private Outcome decide(LetterId id, Order order, Decision decision) {
        Database database = service(id).database();
        try (Writer writer = new Writer(database)) {
            Optional<DeadLetter> letter = desk.find(writer.transaction(), id.n());
            Outcome outcome = letter.isEmpty() ? Outcome.NOT_THERE : decision.make(writer.transaction(), letter.get());
            if (order.dryRun()) {
                writer.rollback();
            } else {
                writer.commit();
            }
            return outcome;
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        }
    }

    /** Waits until the service has done what it was asked for. */
    private DeadLetter await(LetterId id) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        DeadLetter letter = find(id);
        while (letter.handling().isAsked()) {
            if (System.nanoTime() - end > 0) {
                throw new LetterRefused(
                        Kind.NO_ANSWER,
                        id + ": " + id.service() + " has not replayed it yet, and will when it works (see status)");
            }
            LockSupport.parkNanos(REST.toNanos());
            letter = find(id);
        }
        return letter;
    }

    private void require(LetterId id, DeadLetter letter, Outcome outcome) {
        switch (outcome) {
            case DONE, UNCHANGED -> {}
            case NOT_THERE -> throw notThere(id.toString());
            case CLOSED ->
                throw new LetterRefused(
                        Kind.CONFLICT,
                        id + ": " + letter.state().text() + " already (expected: open, repaired or parked)");
            case BUSY ->
                throw new LetterRefused(
                        Kind.CONFLICT, id + ": is being replayed or changed just now (expected: later)");
            case CEILING ->
                throw new LetterRefused(
                        Kind.CONFLICT,
                        id + ": replayed " + letter.handling().replays() + " times in vain (expected: at most "
                                + settings.replays() + ", daybook.dlq.replays; repair or discard it)");
        }
    }

    private Map<String, Object> whole(LetterId id, DeadLetter letter) {
        return LetterJson.whole(id, letter, settings.topics(), clock.instant());
    }

    private LetterId known(String id) {
        return LetterId.parse(id)
                .filter(parsed -> services.containsKey(parsed.service()))
                .orElseThrow(() -> notThere(id));
    }

    private DeadLetter find(LetterId id) {
        Database database = service(id).database();
        Optional<DeadLetter> letter = isThere(database)
                ? new DatabaseReader(database).read(connection -> desk.find(connection, id.n()))
                : Optional.empty();
        return letter.orElseThrow(() -> notThere(id.toString()));
    }

    private Service service(LetterId id) {
        Service service = services.get(id.service());
        if (service == null) {
            throw notThere(id.toString());
        }
        return service;
    }

    private List<DeadLetter> letters(String service, boolean all) {
        Database database =
                Objects.requireNonNull(services.get(service), service).database();
        return isThere(database)
                ? new DatabaseReader(database).read(connection -> desk.list(connection, all, MOST))
                : List.of();
    }

    /** Not every service runs everywhere. */
    private static boolean isThere(Database database) {
        try {
            return database.has("dead_letter");
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        }
    }

    private LetterRefused notThere(String id) {
        List<String> known = new ArrayList<>();
        list(true).forEach(row -> known.add(String.valueOf(row.get("id"))));
        String nearest = Nearest.of(id, known);
        return new LetterRefused(
                Kind.NOT_THERE,
                id + ": no such dead letter (expected: an id of dlq list --all)"
                        + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?"));
    }
}
