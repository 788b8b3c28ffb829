package daybook.delivery;

import daybook.delivery.DeadLetters.Waiting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Applies dead letters whose replay was asked for: effect, state and the end of the suspicion in one transaction. The replay is
 * counted in one of its own before it is made, so one that the process does not survive counts, and not more are made than were
 * allowed. Looks for them, and counts what waits, four times a second. Confined to the consumer's thread.
 */
final class Replays {
    private static final long EVERY_NS = Duration.ofMillis(250).toNanos();
    private static final long PURGE_EVERY_NS = Duration.ofMinutes(10).toNanos();
    private static final long NONE = -1;

    private final ConsumerOptions options;
    private final DeadLetters letters;
    private final BatchHandler handler;
    private final LongSupplier nanos;
    private long dueNs;
    private long purgeDueNs;
    /** Number of the letter whose replay was counted and met an outage: it is not counted again. */
    private long counted = NONE;

    private volatile Waiting waiting = Waiting.NONE;

    Replays(ConsumerOptions options, DeadLetters letters, BatchHandler handler, LongSupplier nanos) {
        this.options = options;
        this.letters = letters;
        this.handler = handler;
        this.nanos = nanos;
        this.dueNs = nanos.getAsLong();
        this.purgeDueNs = dueNs + PURGE_EVERY_NS;
    }

    /** What waited when it was last counted. Safe for any thread. */
    Waiting waiting() {
        return waiting;
    }

    /** Something was put aside: to be counted at the next round. */
    void countSoon() {
        dueNs = nanos.getAsLong();
    }

    /** If it is time: applies what was asked for, one letter after the other. Returns how many were applied. */
    int round(Turn turn) throws SQLException {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        int applied = 0;
        Optional<DeadLetter> asked = letters.asked(turn.reading());
        if (asked.isPresent()) {
            applied = replay(turn, asked.get()) ? 1 : 0;
        } else {
            dueNs = now + EVERY_NS;
            purge(turn, now);
        }
        waiting = letters.waiting(turn.reading());
        return applied;
    }

    private boolean replay(Turn turn, DeadLetter asked) throws SQLException {
        Optional<DeadLetter> begun = counted == asked.n() ? Optional.of(asked) : begin(turn, asked);
        if (begun.isEmpty()) {
            return false;
        }
        DeadLetter letter = begun.get();
        try {
            int attempt = letter.attempts() + letter.handling().replays();
            handler.apply(turn.transaction(), List.of(letter.toApply()), record -> attempt);
            boolean unchanged = letters.replayed(turn.transaction(), letter);
            if (unchanged) {
                turn.commit();
                handler.committed();
            } else {
                turn.undo(); // somebody has discarded it meanwhile
            }
            counted = NONE;
            return unchanged;
        } catch (RecordException | SQLException failed) {
            if (handler.errors().of(failed) == ErrorClassifier.Verdict.OUTAGE) {
                throw failed;
            }
            turn.undo();
            fail(turn, letter, Refusals.said(failed));
            return false;
        }
    }

    /** Counts it, or refuses what cannot, or must not, be tried. */
    private Optional<DeadLetter> begin(Turn turn, DeadLetter asked) throws SQLException {
        if (options.mode() != DeliveryMode.IDEMPOTENT) {
            fail(turn, asked, "mode: " + options.mode() + " (expected: IDEMPOTENT, to replay)");
            return Optional.empty();
        }
        if (asked.handling().replays() >= asked.handling().replaysAllowed()) {
            // Asked for when there were some left: each of them has ended with the process.
            fail(turn, asked, "the process ended while it was replayed");
            return Optional.empty();
        }
        Optional<DeadLetter> begun = letters.begin(turn.transaction(), asked);
        turn.commit();
        counted = begun.map(DeadLetter::n).orElse(NONE);
        return begun;
    }

    private void fail(Turn turn, DeadLetter letter, String error) throws SQLException {
        letters.failed(turn.transaction(), letter, error);
        turn.commit();
        counted = NONE;
    }

    private void purge(Turn turn, long now) throws SQLException {
        if (now - purgeDueNs >= 0) {
            boolean more = letters.purge(turn.transaction());
            turn.commit();
            purgeDueNs = more ? now : now + PURGE_EVERY_NS;
        }
    }
}
