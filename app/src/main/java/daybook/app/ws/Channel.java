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
    private record Quiet(long from, long to) {}

    private record Answer(long from, long round, Step step) {}

    Channel(String name, Feed feed) {
        this.name = name;
        this.feed = feed;
        long head = feed.head();
        this.quiet = new Quiet(head, head);
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
        round.incrementAndGet();
        if (feed.head() <= before.to()) {
            return false;
        }
        Step step = feed.after(before.to());
        return switch (step.kind()) {
            case NOTHING -> {
                quiet = new Quiet(before.from(), step.upTo());
                yield false;
            }
            case MESSAGES -> {
                keep(new Answer(before.to(), round.get(), step));
                quiet = new Quiet(step.upTo(), step.upTo());
                yield true;
            }
            case FORGOTTEN -> {
                quiet = new Quiet(step.upTo(), step.upTo());
                yield true;
            }
        };
    }

    /** What follows a seq, at the latest as of the present round. */
    Step after(long seq) {
        Quiet known = quiet;
        long from = seq >= known.from() && seq < known.to() ? known.to() : seq;
        Answer kept = answers.get(slot(from));
        if (kept != null && kept.from() == from && isGood(kept)) {
            return kept.step();
        }
        Step step = feed.after(from);
        if (step.kind() == Step.Kind.MESSAGES) {
            keep(new Answer(from, round.get(), step));
        }
        return step;
    }

    /** What follows an entry stays what follows it; a state has moved on. */
    private boolean isGood(Answer kept) {
        return feed.pace() == Feed.Pace.EVENTS || kept.round() == round.get();
    }

    private void keep(Answer answer) {
        answers.set(slot(answer.from()), answer);
    }

    private static int slot(long from) {
        return (int) (from ^ (from >>> 4)) & (ANSWERS - 1);
    }
}
