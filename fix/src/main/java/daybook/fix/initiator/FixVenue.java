package daybook.fix.initiator;

import daybook.fix.FixVenueSettings;
import daybook.fix.Tag;
import daybook.fix.Units;
import daybook.fix.session.Caller;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Venue;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import quickfix.Message;

/**
 * A venue over FIX 4.4.
 *
 * <p>Nothing is sent twice on our own account: what the venue asks to be resent is answered with a gap, and an order goes out once per
 * {@link #submit}. What the venue reports unasked is kept, and {@link #find} answers from it as long as the connection over which it
 * came has held; after a reconnect it asks.
 *
 * <p>Confined to the gateway's thread, but for {@link #close} and {@link #isLoggedOn}. The connection has threads of QuickFIX/J.
 */
public final class FixVenue implements Venue {
    private final FixVenueSettings settings;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Heard heard = new Heard();
    private final Ear ear;
    private final Caller caller;

    /**
     * Starts to connect, and goes on trying for as long as it is open.
     *
     * @param nanos a clock for intervals, as {@link System#nanoTime}
     * @throws IllegalStateException if the session's numbers cannot be read
     */
    public FixVenue(FixVenueSettings settings, InstantSource clock, LongSupplier nanos) {
        this.settings = settings;
        this.clock = clock;
        this.nanos = nanos;
        this.ear = new Ear(settings.session(), heard);
        this.caller = Caller.start(settings, ear);
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public Answer submit(OrderIntent intent) {
        if (!isLoggedOn()) {
            return new Answer.NotSent("not logged on");
        }
        long until = deadline();
        Waiting.Outcome outcome = exchange(Tag.NEW_ORDER_SINGLE, intent, Requests.newOrder(intent, now()), until);
        if (outcome instanceof Waiting.Reported reported) {
            return reported.report().saysDuplicate() ? ask(intent, until) : known(intent, reported.report());
        }
        return outcome instanceof Waiting.Answered answered
                ? answered.answer()
                : new Answer.NoAnswer("unexpected answer");
    }

    @Override
    public Answer find(OrderIntent intent) {
        Optional<Heard.Entry> entry = heard.get(intent.clientOrderId());
        if (entry.isPresent() && (entry.get().report().isFinal() || isCurrent(entry.get()))) {
            return known(intent, entry.get().report());
        }
        return ask(intent, deadline());
    }

    @Override
    public Answer cancel(OrderIntent intent) {
        Optional<Heard.Entry> entry = heard.get(intent.clientOrderId());
        if (entry.isPresent() && entry.get().report().isFinal()) {
            return known(intent, entry.get().report());
        }
        if (!isLoggedOn()) {
            return new Answer.NoAnswer("not logged on");
        }
        long until = deadline();
        Waiting.Outcome outcome = exchange(Tag.ORDER_CANCEL_REQUEST, intent, Requests.cancel(intent, now()), until);
        if (outcome instanceof Waiting.Reported reported) {
            return known(intent, reported.report());
        }
        if (outcome instanceof Waiting.Answered answered) {
            return answered.answer() instanceof Answer.NotSent notSent
                    ? new Answer.NoAnswer(notSent.why())
                    : answered.answer();
        }
        return ask(intent, until);
    }

    private Answer ask(OrderIntent intent, long until) {
        if (!isLoggedOn()) {
            return new Answer.NoAnswer("not logged on");
        }
        Waiting.Outcome outcome = exchange(Tag.ORDER_STATUS_REQUEST, intent, Requests.status(intent), until);
        if (outcome instanceof Waiting.Reported reported) {
            return reported.report().saysUnknown() ? new Answer.NoSuchOrder() : known(intent, reported.report());
        }
        if (outcome instanceof Waiting.Answered answered && answered.answer() instanceof Answer.NotSent notSent) {
            return new Answer.NoAnswer(notSent.why()); // the question has not been sent: of the order that says nothing
        }
        return outcome instanceof Waiting.Answered answered
                ? answered.answer()
                : new Answer.NoAnswer("unexpected answer");
    }

    /** Sends once and waits. A message that the session layer does not take has not been written, and never will be. */
    private Waiting.Outcome exchange(String type, OrderIntent intent, Message message, long until) {
        Waiting waiting = new Waiting(type, intent.clientOrderId(), new CompletableFuture<>());
        ear.await(waiting);
        try {
            if (!caller.session().send(message)) {
                return new Waiting.Answered(new Answer.NotSent("not logged on"));
            }
            return waiting.outcome().get(Math.max(0, until - nanos.getAsLong()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Waiting.Answered(new Answer.NoAnswer("no report within " + settings.deadline()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Waiting.Answered(new Answer.NoAnswer("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("outcome: failed (expected: one of ours)", e);
        } finally {
            ear.stopWaiting();
        }
    }

    private Answer known(OrderIntent intent, Report report) {
        OptionalLong filled =
                Units.parse(report.filled(), intent.terms().scales().quantity());
        if (filled.isEmpty() || report.state().isEmpty()) {
            return new Answer.NoAnswer("CumQty: " + report.filled() + " (expected: in units of the intent)");
        }
        return new Answer.Known(report.orderId(), report.state().get(), filled.getAsLong(), report.text());
    }

    /** Whether nothing can have been missed since it was heard. */
    private boolean isCurrent(Heard.Entry entry) {
        return isLoggedOn() && entry.logon() == ear.logon();
    }

    private LocalDateTime now() {
        return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private long deadline() {
        return nanos.getAsLong() + settings.deadline().toNanos();
    }

    /** Safe for many threads. */
    public boolean isLoggedOn() {
        return caller.session().isLoggedOn();
    }

    @Override
    public long settleMs() {
        return settings.memory().settleMs();
    }

    @Override
    public long remembersMs() {
        return settings.memory().remembersMs();
    }

    /** Logs out. A call that waits comes back with {@link Answer.NoAnswer}. */
    @Override
    public void close() {
        caller.close();
    }
}
