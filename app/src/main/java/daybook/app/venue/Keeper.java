package daybook.app.venue;

import daybook.events.Command;
import daybook.events.SessionState;
import daybook.exchange.ReplyListener;
import daybook.exchange.pipeline.Exchange;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after what has a time: the timetable, snapshots, retention. Confined to its thread; {@link #session} is for any. */
final class Keeper {
    static final Duration REST = Duration.ofMillis(20);

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long RETENTION_EVERY_NS = Duration.ofMinutes(1).toNanos();

    private final Exchange exchange;
    private final Downstream downstream;
    private final SessionSchedule schedule;
    private final boolean timetable;
    private long retentionDueNs = System.nanoTime() + RETENTION_EVERY_NS;
    private volatile SessionState session;

    Keeper(Exchange exchange, Downstream downstream, VenueClock clock, VenueSettings.Time time) {
        this.exchange = exchange;
        this.downstream = downstream;
        this.session = exchange.query(state -> state.session()).join();
        this.schedule = new SessionSchedule(clock, time.simulated(), session);
        this.timetable = time.timetable();
    }

    int pump() {
        Optional<SessionState> due = timetable ? schedule.due() : Optional.empty();
        due.ifPresent(state -> {
            LOG.info("session: {}", state);
            exchange.submit(new Command.SetSession(state), ReplyListener.NONE);
        });
        var unused = exchange.query(state -> state.session()).thenAccept(now -> session = now);
        exchange.snapshots().pump();
        long now = System.nanoTime();
        if (now - retentionDueNs >= 0) {
            retentionDueNs = now + RETENTION_EVERY_NS;
            downstream.enforceRetention();
        }
        return 0;
    }

    /** The state of the venue as it was a moment ago. */
    SessionState session() {
        return session;
    }
}
