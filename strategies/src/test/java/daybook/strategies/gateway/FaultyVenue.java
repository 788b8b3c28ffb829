package daybook.strategies.gateway;

import daybook.delivery.ManualTime;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Answer.State;
import daybook.strategies.venue.Venue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A venue in virtual time that misbehaves by a seed, and keeps a journal of what has really reached it. It does not compare client order
 * ids: what is sent twice is entered twice, and the journal shows it.
 */
final class FaultyVenue implements Venue {
    /** What happens to a submission. */
    enum Fault {
        NONE,
        /** Nobody listens. */
        NOT_SENT,
        /** Entered; the connection breaks before the answer. */
        ENTERED_NO_ANSWER,
        /** The connection breaks in the middle of the order: it never arrives. */
        LOST,
        /** No answer; it arrives some seconds later. */
        ARRIVES_LATE,
        /** Entered; the answer comes after the deadline. */
        ANSWERS_LATE,
        /** The venue says that it failed, and has entered it. */
        FAILED_AND_ENTERED,
        /** The venue says that it failed, and has not entered it. */
        FAILED,
        /** Entered; for some seconds the venue says that it knows no such order. */
        ENTERED_UNSEEN,
        /** A rule refuses it. */
        REFUSED
    }

    static final String NAME = "DAYBOOK";
    static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration LATEST = Duration.ofSeconds(6);
    private static final Duration UNSEEN = Duration.ofSeconds(10);
    private static final long SETTLE_MS = 17_000;

    private final ManualTime time;
    private final SplittableRandom random;
    private final Map<String, List<Entry>> journal = new HashMap<>();

    /** Of 1,000 submissions so many go wrong, in each way equally often. */
    int faultsPerMille;

    /** Of 1,000 questions so many are not answered. */
    int silencesPerMille;

    /** If set, what happens to each submission, whatever the seed says. */
    @Nullable
    Fault next;

    /** If above 0, so long an order stays open, milliseconds, whatever the seed says. */
    long lifeMs;

    /** Nobody listens before then, nanoseconds. */
    private long downUntilNs;

    long submissions;
    long questions;

    /** An order in the journal. */
    private static final class Entry {
        final OrderIntent intent;
        final String orderId;
        final long arrivedNs;
        final long seenNs;
        final long endNs;
        final State end;
        boolean cancelled;

        Entry(OrderIntent intent, String orderId, long arrivedNs, long seenNs, long endNs, State end) {
            this.intent = intent;
            this.orderId = orderId;
            this.arrivedNs = arrivedNs;
            this.seenNs = seenNs;
            this.endNs = endNs;
            this.end = end;
        }
    }

    FaultyVenue(ManualTime time, long seed) {
        this.time = time;
        this.random = new SplittableRandom(seed);
    }

    /** Client order ids in the journal, and how often each was entered. */
    Map<String, Integer> entered() {
        Map<String, Integer> entered = new HashMap<>();
        journal.forEach((id, entries) -> entered.put(id, entries.size()));
        return entered;
    }

    void isDownFor(Duration duration) {
        downUntilNs = time.nanos() + duration.toNanos();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Answer submit(OrderIntent intent) {
        submissions++;
        time.pass(Duration.ofMillis(1));
        if (time.nanos() < downUntilNs) {
            return new Answer.NotSent("nobody listens there");
        }
        return switch (fault()) {
            case NONE -> state(enter(intent, 0, 0));
            case NOT_SENT -> new Answer.NotSent("nobody listens there");
            case ENTERED_NO_ANSWER -> {
                enter(intent, 0, 0);
                yield new Answer.NoAnswer("the connection broke");
            }
            case LOST -> new Answer.NoAnswer("the connection broke");
            case ARRIVES_LATE -> {
                enter(intent, random.nextLong(LATEST.toNanos()), 0);
                yield new Answer.NoAnswer("the connection broke");
            }
            case ANSWERS_LATE -> {
                enter(intent, 0, 0);
                time.pass(DEADLINE);
                yield new Answer.NoAnswer("no answer in time");
            }
            case FAILED_AND_ENTERED -> {
                enter(intent, 0, 0);
                yield new Answer.NoAnswer("500");
            }
            case FAILED -> new Answer.NoAnswer("500");
            case ENTERED_UNSEEN -> {
                enter(intent, 0, UNSEEN.toNanos());
                yield new Answer.NoAnswer("the connection broke");
            }
            case REFUSED -> new Answer.Known("", State.REJECTED, 0, "PRICE_OUTSIDE_BAND");
        };
    }

    @Override
    public Answer find(OrderIntent intent) {
        questions++;
        time.pass(Duration.ofMillis(1));
        if (time.nanos() < downUntilNs) {
            return new Answer.NotSent("nobody listens there");
        }
        if (random.nextInt(1_000) < silencesPerMille) {
            return random.nextBoolean() ? new Answer.NoAnswer("no answer in time") : new Answer.NotSent("refused");
        }
        for (Entry entry : journal.getOrDefault(intent.clientOrderId(), List.of())) {
            if (time.nanos() >= entry.seenNs) {
                return state(entry);
            }
        }
        return new Answer.NoSuchOrder();
    }

    @Override
    public Answer cancel(OrderIntent intent) {
        Answer found = find(intent);
        if (found instanceof Answer.Known) {
            for (Entry entry : journal.getOrDefault(intent.clientOrderId(), List.of())) {
                entry.cancelled |= time.nanos() < entry.endNs;
                return state(entry);
            }
        }
        return found;
    }

    @Override
    public long settleMs() {
        return SETTLE_MS;
    }

    @Override
    public void close() {}

    private Fault fault() {
        Fault set = next;
        if (set != null) {
            return set;
        }
        Fault[] all = Fault.values();
        return random.nextInt(1_000) < faultsPerMille ? all[1 + random.nextInt(all.length - 1)] : Fault.NONE;
    }

    private Entry enter(OrderIntent intent, long laterNs, long unseenNs) {
        State[] ends = {State.FILLED, State.FILLED, State.CANCELLED, State.FILLED};
        long arrivedNs = time.nanos() + laterNs;
        long lifeNs = random.nextBoolean()
                ? 0
                : random.nextLong(Duration.ofSeconds(20).toNanos());
        if (lifeMs > 0) {
            lifeNs = Duration.ofMillis(lifeMs).toNanos();
        }
        List<Entry> entries = journal.computeIfAbsent(intent.clientOrderId(), id -> new ArrayList<>());
        Entry entry = new Entry(
                intent,
                "V" + (journal.size() + entries.size()),
                arrivedNs,
                arrivedNs + unseenNs,
                arrivedNs + lifeNs,
                ends[random.nextInt(ends.length)]);
        entries.add(entry);
        return entry;
    }

    private Answer state(Entry entry) {
        long quantity = entry.intent.terms().quantity();
        if (entry.cancelled) {
            return new Answer.Known(entry.orderId, State.CANCELLED, 0, "");
        }
        if (time.nanos() >= entry.endNs) {
            long filled = entry.end == State.FILLED ? quantity : quantity / 2;
            return new Answer.Known(entry.orderId, entry.end, filled, "");
        }
        boolean half = 2 * (time.nanos() - entry.arrivedNs) > entry.endNs - entry.arrivedNs;
        // Now and then it answers once more what it said before.
        return half && quantity > 1 && random.nextInt(4) > 0
                ? new Answer.Known(entry.orderId, State.PARTIALLY_FILLED, quantity / 2, "")
                : new Answer.Known(entry.orderId, State.OPEN, 0, "");
    }
}
