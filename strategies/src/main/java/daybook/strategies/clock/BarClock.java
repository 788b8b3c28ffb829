package daybook.strategies.clock;

import daybook.delivery.Lease;
import daybook.delivery.Mirror;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Writer;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import daybook.strategies.StrategyDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bar clock: one in a process, and of several processes the one that holds the lease {@value #NAME} works. A stream is a series that
 * somebody wants; each of its windows is decided once, in order: its bar is recorded, told to those in this process and handed to the log,
 * or there is none, or it never came. A bar that comes after that is late: counted and dropped.
 *
 * <p>It never waits for the log: what goes there goes through {@link #publisher}, which is pumped on another thread.
 *
 * <p>Confined to one thread, but {@link #subscribe}, {@link #release}, {@link #wake}, {@link #status} and {@link #counters}, which are for
 * any.
 */
public final class BarClock implements AutoCloseable {
    public static final String NAME = "clock";

    private static final Logger LOG = LoggerFactory.getLogger(BarClock.class);
    private static final int UNTOLD = 1_000;
    private static final long PAUSE_NS = Duration.ofMillis(200).toNanos();

    /**
     * What it works with.
     *
     * @param listeners told in this order
     * @param policy asked for every batch
     */
    public record Parts(BarSource source, Calendars calendars, PublishingPolicy policy, List<BarListener> listeners) {
        public Parts {
            listeners = List.copyOf(listeners);
        }
    }

    private final Writer writer;
    private final Lease lease;
    private final LongSupplier nanos;
    private final ClockCounts counts = new ClockCounts();
    private final Streams streams;
    private final BarPublisher publisher;
    private final Recorder recorder;
    private final Delivery delivery;
    private long grant;
    private long pausedNs;
    private boolean doubtful;
    private volatile String trouble = "";
    private volatile boolean standsBy;
    private volatile boolean starving;
    private final AtomicLong failures = new AtomicLong();

    /** Opens the clock, creating the tables where they are missing. Does not ask the log for anything. */
    public BarClock(ServicePorts ports, Records records, ClockOptions options, Parts parts) {
        this(ports, records, options, parts, Works.REAL);
    }

    BarClock(ServicePorts ports, Records records, ClockOptions options, Parts parts, Works works) {
        StrategyDatabase.migrate(ports.database());
        this.writer = new Writer(ports.database());
        this.lease = ports.lease(NAME);
        this.nanos = ports.nanos();
        this.pausedNs = nanos.getAsLong();
        this.streams = new Streams(parts.source(), parts.calendars(), options, counts);
        this.publisher = new BarPublisher(ports);
        Recorder.Desk desk = new Recorder.Desk(writer, lease, ports.clock(), options.publish());
        this.recorder = works.recorder(desk, records, parts.policy());
        this.delivery = works.delivery(
                new Delivery.Ways(parts.listeners(), publisher.mirror(), ports.clock()), records, counts);
    }

    /** How it is put together. */
    interface Works {
        Works REAL = new Works() {};

        default Recorder recorder(Recorder.Desk desk, Records records, PublishingPolicy policy) {
            return new Recorder(desk, records, policy);
        }

        default Delivery delivery(Delivery.Ways ways, Records records, ClockCounts counts) {
            return new Delivery(ways, records, counts);
        }
    }

    /**
     * Wants a stream, once more if somebody does already. It begins with the window that is open now, or behind what was recorded of it
     * before.
     *
     * @return false if this series has no clock: a day of a market with hours. Then it must not be released
     */
    public boolean subscribe(SeriesKey series) {
        return streams.want(series, false);
    }

    /**
     * The same for a stream that nobody has listened to until now: it begins with the window that is open now, and what was missed since
     * somebody listened last stays so. Who has just come would act upon bars of the past.
     */
    public boolean begin(SeriesKey series) {
        return streams.want(series, true);
    }

    /** Wants it once less; nobody: it ends. */
    public void release(SeriesKey series) {
        streams.leave(series);
    }

    /** Something has come: the source is to be asked about a stream at once. Said again before that, it is the same wake. */
    public void wake(SeriesKey series) {
        streams.wake(series);
    }

    /** Decides what is to be decided now. Returns how many bars it has told; 0 = nothing to do now. */
    public int pump() {
        long now = nanos.getAsLong();
        if (!trouble.isEmpty() && now - pausedNs < 0) {
            return 0;
        }
        try {
            int told = round(now);
            trouble = "";
            return told;
        } catch (SQLException away) {
            recorder.undo();
            doubtful = true;
            pausedNs = now + PAUSE_NS;
            failures.incrementAndGet();
            trouble = "database: " + away.getMessage();
            return 0;
        }
    }

    private int round(long now) throws SQLException {
        standsBy = !lease.hold(writer);
        if (standsBy) {
            return 0;
        }
        boolean taken = lease.token() != grant;
        int again = taken || doubtful ? tellAgain() : 0;
        doubtful = false;
        if (taken) {
            streams.beginAgain(recorder::last, now);
            grant = lease.token();
        }
        streams.arrange(recorder::last, now);
        List<Stream.Look> looks = streams.look(now);
        List<ClosedBar> due = Streams.bars(looks);
        if (due.isEmpty()) {
            Streams.decided(looks);
            return again;
        }
        Recorder.Recorded recorded = recorder.record(due);
        Streams.decided(looks);
        starving = recorded.starving();
        delivery.deliver(recorded.bars(), recorded.policy());
        return again + recorded.bars().size();
    }

    /** An owner before may have died between recording and telling; a commit that failed may have happened all the same. */
    private int tellAgain() throws SQLException {
        int told = 0;
        List<ClosedBars.Row> rows = recorder.untold(UNTOLD);
        while (!rows.isEmpty()) {
            for (ClosedBars.Row row : rows) {
                delivery.deliver(List.of(row.bar()), row.policy());
            }
            recorder.told(rows);
            told += rows.size();
            rows = recorder.untold(UNTOLD);
        }
        if (told > 0) {
            LOG.info("{} bars were recorded that perhaps nobody was told of: they are told now", told);
        }
        return told;
    }

    /** What takes its bars to the log. To be pumped on a thread that may wait for the log. */
    public BarPublisher publisher() {
        return publisher;
    }

    /** Red: the database does not answer. Amber: bars were refused, or did not get to where they should. */
    public ServiceStatus status() {
        List<String> reasons = new ArrayList<>();
        if (!trouble.isEmpty()) {
            reasons.add(trouble);
        }
        if (starving) {
            reasons.add("publishing: off (expected: on while shards are evaluated from the log)");
        }
        add(reasons, counts.refused.get(), "bars were refused: another instrument has the same key");
        add(reasons, counts.untold.get(), "times somebody in this process failed on a bar");
        Light light = reasons.isEmpty() ? Light.GREEN : Light.AMBER;
        if (standsBy) {
            reasons.add("stands by: another process holds the lease " + NAME);
        }
        ServiceStatus own = new ServiceStatus(
                trouble.isEmpty() && !starving ? light : Light.RED, reasons, counts.closed.get(), failures.get());
        return own.beside(publisher.status());
    }

    /** By name: {@code closed, empty, missed, late ...}, and what the mirror has {@code queued, delivered, errors}. */
    public Map<String, Long> counters() {
        Map<String, Long> all = counts.all();
        Mirror.Counts mirrored = publisher.mirror().counts();
        all.put("streams", (long) streams.references().size());
        all.put("queued", mirrored.waiting());
        all.put("delivered", mirrored.published());
        all.put("errors", mirrored.lost());
        return all;
    }

    /** How often each stream is wanted. */
    public Map<SeriesKey, Integer> streams() {
        return streams.references();
    }

    /** Everything recorded has been told; another may go on. Does not close the publisher, which has a thread of its own. */
    @Override
    public void close() {
        if (grant != 0) {
            recorder.end();
        }
        lease.release(writer);
        writer.close();
    }

    private static void add(List<String> reasons, long count, String what) {
        if (count > 0) {
            reasons.add(count + " " + what);
        }
    }
}
