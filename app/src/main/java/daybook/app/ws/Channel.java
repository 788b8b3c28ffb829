package daybook.app.ws;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A feed with subscribers. Who has seen the same gets the same answer, made once. Safe for many threads; {@link #changed} is for one at a time.
 */
final class Channel {
    private static final int ANSWERS = 16;

    private final String name;
    private final Feed feed;
    private final AtomicReferenceArray<@Nullable Answer> answers = new AtomicReferenceArray<>(ANSWERS);
    private volatile Quiet quiet;
    private final AtomicLong round = new AtomicLong();
    private @Nullable Message whole;

    /** Nothing happened above {@code from} up to {@code to}. */
    private record Quiet(long epoch, long from, long to) {}

    /** @param asked when, and in which history, it was looked up */
    private record Answer(long from, Asked asked, Step step) {}

    private record Asked(long epoch, long round) {}

    Channel(String name, Feed feed) {
        this.name = name;
        this.feed = feed;
        this.quiet = still();
    }

    String name() {
        return name;
    }

    Feed feed() {
        return feed;
    }

    /** Whether something has happened since it was asked last. Begins a round: what was answered in the one before is not up to date any more. */
    boolean changed() {
        if (feed.pace() == Feed.Pace.WHOLE) {
            Message before = whole;
            whole = feed.snapshot(false);
            return whole != before;
        }
        Quiet before = quiet;
        Asked asked = new Asked(feed.epoch(), round.incrementAndGet());
        long head = feed.head();
        if (asked.epoch() != before.epoch() || head < before.to()) {
            return beginAgain();
        }
        if (head == before.to()) {
            return false;
        }
        Step step = feed.after(before.to());
        return switch (step.kind()) {
            case NOTHING -> {
                quiet = new Quiet(asked.epoch(), before.from(), step.upTo());
                yield false;
            }
            case MESSAGES -> {
                keep(new Answer(before.to(), asked, step));
                quiet = new Quiet(asked.epoch(), step.upTo(), step.upTo());
                yield true;
            }
            case FORGOTTEN -> {
                quiet = new Quiet(asked.epoch(), step.upTo(), step.upTo());
                yield true;
            }
        };
    }

    /** The source has begun anew, or knows less than it did: nothing that was answered before holds. */
    private boolean beginAgain() {
        for (int i = 0; i < ANSWERS; i++) {
            answers.set(i, null);
        }
        quiet = still();
        return true;
    }

    private Quiet still() {
        long epoch = feed.epoch(); // before the head: if another history begins between, the next round sees it
        long head = feed.head();
        return new Quiet(epoch, head, head);
    }

    /** What follows a seq, at the latest as of the present round. */
    Step after(long seq) {
        Quiet known = quiet;
        Asked asked = new Asked(feed.epoch(), round.get());
        long from = known.epoch() == asked.epoch() && seq >= known.from() && seq < known.to() ? known.to() : seq;
        Answer kept = answers.get(slot(from));
        if (kept != null && kept.from() == from && isGood(kept, asked)) {
            return kept.step();
        }
        Step step = feed.after(from);
        if (step.kind() == Step.Kind.MESSAGES) {
            keep(new Answer(from, asked, step));
        }
        return step;
    }

    /** What follows an entry stays what follows it; a state has moved on. */
    private boolean isGood(Answer kept, Asked now) {
        return kept.asked().epoch() == now.epoch()
                && (feed.pace() == Feed.Pace.EVENTS || kept.asked().round() == now.round());
    }

    private void keep(Answer answer) {
        answers.set(slot(answer.from()), answer);
    }

    private static int slot(long from) {
        return (int) (from ^ (from >>> 4)) & (ANSWERS - 1);
    }
}
