package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operator does about the dead letters of a database. Each method joins the caller's transaction and may be called by any
 * process: a replay is only asked for here, and made by the service itself, in its own transaction, on its own thread. Of two
 * decisions about one letter the later one sees the earlier. Confined to one thread.
 */
public final class DeadLetterDesk {
    private static final String LIST = "SELECT " + LetterRows.COLUMNS + " FROM dead_letter WHERE (? = 1 OR "
            + LetterRows.WAITING + ") ORDER BY n LIMIT ?";
    private static final String FIND = "SELECT " + LetterRows.COLUMNS + " FROM dead_letter WHERE n = ?";
    private static final String CHANGE =
            "UPDATE dead_letter SET version = version + 1, changed_at_ms = ?, changed_by = ?, ";
    private static final String IF_AS_READ = " WHERE n = ? AND version = ?";
    private static final String REPAIR =
            CHANGE + "state = 'repaired', repaired_body = ?, replays = 0, reason = ''" + IF_AS_READ;
    private static final String ASK = CHANGE + "asked_at_ms = ?, replays_allowed = ?" + IF_AS_READ;
    private static final String DISCARD = CHANGE + "state = 'discarded', reason = ?, asked_at_ms = NULL" + IF_AS_READ;

    private final InstantSource clock;

    public DeadLetterDesk(InstantSource clock) {
        this.clock = clock;
    }

    /** What became of a decision. */
    public enum Outcome {
        DONE,
        /** It is as it was asked to be, and was before. */
        UNCHANGED,
        NOT_THERE,
        /** It has been replayed or discarded. */
        CLOSED,
        /** A replay of it is under way. */
        BUSY,
        /** It was replayed as often as is allowed; a repair gives it new chances. */
        CEILING
    }

    /** Letters by number; those that wait, or all that are kept. */
    public List<DeadLetter> list(Connection connection, boolean all, int limit) throws SQLException {
        try (PreparedStatement list = connection.prepareStatement(LIST)) {
            list.setInt(1, all ? 1 : 0);
            list.setInt(2, limit);
            List<DeadLetter> letters = new ArrayList<>();
            try (ResultSet row = list.executeQuery()) {
                while (row.next()) {
                    letters.add(LetterRows.read(row));
                }
            }
            return letters;
        }
    }

    public Optional<DeadLetter> find(Connection connection, long n) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(FIND)) {
            find.setLong(1, n);
            try (ResultSet row = find.executeQuery()) {
                return row.next() ? Optional.of(LetterRows.read(row)) : Optional.empty();
            }
        }
    }

    /**
     * Stores a body to be applied in the original's place, which stays. Whether the service can read it is the caller's to find out
     * first. The count of replays starts again.
     */
    public Outcome repair(Connection connection, DeadLetter letter, byte[] body, String by) throws SQLException {
        Outcome refused = refusal(letter);
        if (refused != Outcome.DONE) {
            return refused;
        }
        try (PreparedStatement repair = connection.prepareStatement(REPAIR)) {
            bindChange(repair, by);
            repair.setBytes(3, body);
            return change(repair, 4, letter);
        }
    }

    /**
     * Asks the service to apply a letter. It has done, or refused, so when {@link DeadLetter.Handling#isAsked} is false again.
     *
     * @param allowed most replays of one body
     */
    public Outcome askReplay(Connection connection, DeadLetter letter, int allowed, String by) throws SQLException {
        if (letter.state() == LetterState.REPLAYED) {
            return Outcome.UNCHANGED;
        }
        Outcome refused = refusal(letter);
        if (refused != Outcome.DONE) {
            return refused;
        }
        if (letter.handling().replays() >= allowed) {
            return Outcome.CEILING;
        }
        try (PreparedStatement ask = connection.prepareStatement(ASK)) {
            bindChange(ask, by);
            ask.setLong(3, clock.millis());
            ask.setInt(4, allowed);
            return change(ask, 5, letter);
        }
    }

    /** Gives a letter up: its key is trusted again when no other of it waits, though the record never counted. */
    public Outcome discard(Connection connection, DeadLetter letter, String reason, String by) throws SQLException {
        if (letter.state() == LetterState.DISCARDED) {
            return Outcome.UNCHANGED;
        }
        if (letter.state() == LetterState.REPLAYED) {
            return Outcome.CLOSED;
        }
        try (PreparedStatement discard = connection.prepareStatement(DISCARD)) {
            bindChange(discard, by);
            discard.setString(3, reason);
            return change(discard, 4, letter);
        }
    }

    private static Outcome refusal(DeadLetter letter) {
        if (!letter.state().isWaiting()) {
            return Outcome.CLOSED;
        }
        return letter.handling().isAsked() ? Outcome.BUSY : Outcome.DONE;
    }

    private void bindChange(PreparedStatement statement, String by) throws SQLException {
        statement.setLong(1, clock.millis());
        statement.setString(2, by);
    }

    private static Outcome change(PreparedStatement statement, int at, DeadLetter letter) throws SQLException {
        statement.setLong(at, letter.n());
        statement.setInt(at + 1, letter.handling().version());
        return statement.executeUpdate() == 1 ? Outcome.DONE : Outcome.BUSY;
    }
}
