package daybook.exchange.replay;

import daybook.events.Command;
import daybook.events.Event;
import daybook.exchange.OrderEntry;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands through an exchange and its journal as well.
 *
 * <p>The meaning of a row depends on what the rows before it did, and waiting for the disk after each one would take hours. So an
 * engine beside the exchange says at once what each command does, the exchange gets the same commands by the hundred, and each durable
 * reply must say the same in every field. That also shows that the venue is deterministic.
 *
 * <p>The exchange must be a new one, with nothing in its directory, and its clock must stand at {@link EngineTarget#VENUE_TIME_MICROS}.
 */
public final class JournaledTarget implements ReplayTarget {
    private static final int MOST_WAITING = 1_000;
    /** Rounds in which the exchange may find nothing to do although replies are missing; then it has no room, or is stuck. */
    private static final int MOST_IDLE_ROUNDS = 1_000;

    private final EngineTarget engine = new EngineTarget();
    private final OrderEntry exchange;
    private final IntSupplier pump;
    private final Queue<List<Event>> waiting = new ArrayDeque<>();
    private @Nullable String fault;

    /** @param pump one round of the exchange, run by this thread; replies come during it */
    public JournaledTarget(OrderEntry exchange, IntSupplier pump) {
        this.exchange = exchange;
        this.pump = pump;
    }

    /** @throws IllegalStateException if the exchange decides otherwise, or stops */
    @Override
    public List<Event> run(Command command) {
        List<Event> events = engine.run(command);
        if (waiting.size() == MOST_WAITING) {
            pumpUntil(MOST_WAITING / 2);
        }
        while (true) {
            Submission submission = exchange.submit(command, this::replied);
            if (submission instanceof Submission.Queued) {
                waiting.add(List.copyOf(events));
                return events;
            }
            if (!(submission instanceof Submission.Busy) || waiting.isEmpty()) {
                throw new IllegalStateException("exchange: " + submission + " (expected: queued)");
            }
            pumpUntil(waiting.size() - 1);
        }
    }

    @Override
    public void finish() {
        pumpUntil(0);
    }

    private void pumpUntil(int mostWaiting) {
        int idleRounds = 0;
        while (waiting.size() > mostWaiting) {
            idleRounds = pump.getAsInt() == 0 ? idleRounds + 1 : 0;
            if (fault != null) {
                throw new IllegalStateException(fault);
            }
            if (idleRounds > MOST_IDLE_ROUNDS) {
                throw new IllegalStateException("exchange: no reply (expected: one for each command)");
            }
        }
    }

    /** Runs inside {@link #pump}: must not throw. */
    private void replied(Reply reply) {
        List<Event> expected = waiting.remove();
        if (fault != null) {
            return;
        }
        switch (reply.kind()) {
            case DECIDED -> {
                List<Event> events = ((Reply.Decided) reply).events();
                if (!events.equals(expected)) {
                    fault = "exchange: " + events + " (expected: " + expected + ", as the engine says)";
                }
            }
            case NOT_ACCEPTED -> fault = "exchange: not accepted: " + ((Reply.NotAccepted) reply).reason();
            case UNKNOWN -> fault = "exchange: stopped: " + ((Reply.Unknown) reply).reason();
        }
    }
}
