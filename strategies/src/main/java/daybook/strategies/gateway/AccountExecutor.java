package daybook.strategies.gateway;

import daybook.delivery.Backoff;
import daybook.delivery.Lease;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxMessage;
import daybook.delivery.Writer;
import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.Records;
import daybook.strategies.gateway.GatewayHook.Stage;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Venue;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Works on the orders of one account, alone, while it holds the account's lease: sends what waits, asks about what it has no answer for
 * or what is open. Orders leave in the order in which they came, but that those behind one of unknown fate of the same symbol wait for
 * it; other symbols go on. Confined to the gateway's thread.
 */
final class AccountExecutor {
    /** What is claimed and not sent after so long is put back: its fence was checked too long ago. */
    private static final long CLAIM_NS = Duration.ofSeconds(1).toNanos();

    /** Most questions in one round. */
    private static final int QUESTIONS = 64;

    private static final String NOT_YET = "not sent yet";
    private static final long NO_GRANT = 0;

    /** Whose orders, where they go, and the right to send them. */
    record Desk(String account, Venue venue, Lease lease) {}

    /** What all executors of a gateway share. */
    record Parts(
            Writer writer,
            OrderTable table,
            Records records,
            InstantSource clock,
            LongSupplier nanos,
            Tally tally,
            Seams seams) {}

    /** Where a test may put something else. */
    record Seams(SubmissionProtocol protocol, Rules rules, GatewayHook hook) {
        static final Seams STRICT = new Seams(SubmissionProtocol.STRICT, Rules.STRICT, GatewayHook.NONE);
    }

    private final Desk desk;
    private final Parts parts;
    private final Outbox outbox;
    private final Watchlist watched;
    private final Backoff rest;
    private final Backoff failing;
    private final int mostClaims;
    private final Set<String> cancels = new LinkedHashSet<>();
    private long grant = NO_GRANT;
    private int claims = 1;
    private boolean mayHaveMore = true;

    /** @param mostClaims most orders that are claimed in one transaction */
    AccountExecutor(Desk desk, int mostClaims, Parts parts) {
        this.desk = desk;
        this.mostClaims = mostClaims;
        this.parts = parts;
        this.outbox = new Outbox(parts.clock());
        this.watched = new Watchlist(parts.nanos());
        this.rest = new Backoff(parts.nanos());
        this.failing = new Backoff(parts.nanos());
    }

    /**
     * Does some of what is due. Returns how many orders it has dealt with.
     *
     * @throws SQLException if the database refuses, or another has taken the account: roll back, then {@link #failed}
     */
    int round() throws SQLException {
        if (failing.waiting()) {
            return 0;
        }
        if (!desk.lease().hold(parts.writer())) {
            forget();
            return 0;
        }
        if (desk.lease().token() != grant) {
            takeOver();
        }
        int done = cancelWaiting();
        if (!rest.waiting()) {
            done += follow();
        }
        if (!rest.waiting() && mayHaveMore) {
            done += send();
        }
        failing.worked();
        return done;
    }

    /** What is in memory may be wrong: it is read again before anything else is done, after a pause. Returns whether the account is lost. */
    boolean failed() {
        boolean lost = grant != NO_GRANT && desk.lease().token() != grant;
        forget();
        failing.failed();
        return lost;
    }

    /** Something is or may be in the queue. */
    void wake() {
        mayHaveMore = true;
    }

    /** Somebody wants these to be cancelled. */
    void cancel(List<String> intentIds) {
        cancels.addAll(intentIds);
    }

    /** Whether it holds the account. */
    boolean isOwner() {
        return grant != NO_GRANT;
    }

    /** Whether there is nothing to send and nothing to ask about. */
    boolean isIdle() {
        return watched.isEmpty() && !mayHaveMore && cancels.isEmpty();
    }

    private void forget() {
        grant = NO_GRANT;
        watched.clear();
        cancels.clear();
    }

    void release() {
        forget();
        desk.lease().release(parts.writer());
    }

    /** All that is at the venue, or may be. What was about to be sent is of unknown fate: whoever claimed it is not here to tell. */
    private void takeOver() throws SQLException {
        forget();
        long token = desk.lease().token();
        Work work = new Work(List.of());
        for (GatewayOrder order : parts.table().atWork(parts.writer().transaction(), desk.account())) {
            if (order.state().status() == Status.PROCESSING) {
                work.becomes(order, Rules.foundProcessing(order.state()));
            } else {
                watched.changed(order);
            }
        }
        work.settle();
        grant = token;
        mayHaveMore = true;
        claims = 1;
    }

    /** Those that have not been sent never will be; others are asked about at once, and cancelled where they are. */
    private int cancelWaiting() throws SQLException {
        if (cancels.isEmpty()) {
            return 0;
        }
        Work work = new Work(List.of());
        for (String id : cancels) {
            Optional<GatewayOrder> order = parts.table().find(parts.writer().transaction(), id);
            if (order.isEmpty() || order.get().state().isFinal()) {
                watched.drop(id); // somebody has settled it by hand
                parts.table().ended(parts.writer().transaction(), List.of(id));
            } else if (order.get().state().status() == Status.QUEUED) {
                work.becomes(order.get(), cancelled(order.get().state()));
            } else {
                watched.cancel(id);
            }
        }
        cancels.clear();
        work.settle();
        return work.changed.size();
    }

    private static OrderState cancelled(OrderState order) {
        return order.to(Status.CANCELLED, "cancelled before the venue had it");
    }

    private int follow() throws SQLException {
        Work work = new Work(List.of());
        int asked = 0;
        boolean answered = true;
        while (asked < QUESTIONS && answered) {
            Optional<Followed> next = watched.due();
            if (next.isEmpty()) {
                break;
            }
            stillMine();
            answered = ask(next.get(), work);
            asked++;
        }
        work.settle();
        return asked;
    }

    /** Returns whether the venue answers. */
    private boolean ask(Followed next, Work work) {
        GatewayOrder order = next.order();
        Answer answer = next.isToCancel()
                ? desk.venue().cancel(order.intent())
                : desk.venue().find(order.intent());
        parts.tally().finds.increment();
        parts.seams().hook().at(Stage.AFTER_FIND);
        long ageMs = parts.clock().millis() - order.state().submittedAtMs();
        Rules.Waited waited = new Rules.Waited(
                next.waitedMs() >= desk.venue().settleMs(),
                ageMs <= desk.venue().remembersMs());
        OrderState becomes = parts.seams().rules().found(order.state(), answer, waited);
        if (becomes.status() == Status.QUEUED && next.cancelAsked()) {
            becomes = cancelled(order.state());
        }
        if (becomes.step() == order.state().step()) {
            watched.again(next);
        } else {
            work.becomes(order, becomes);
        }
        return heard(answer);
    }

    private int send() throws SQLException {
        List<GatewayOrder> waiting = parts.table().next(parts.writer().connection(), desk.account(), claims);
        if (waiting.isEmpty()) {
            mayHaveMore = false;
            return 0;
        }
        Work work = new Work(waiting);
        parts.seams().protocol().send(work);
        return waiting.size();
    }

    /** A venue that does not answer is left alone for a while. Returns whether it does. */
    private boolean heard(Answer answer) {
        boolean answers = answer instanceof Answer.Known || answer instanceof Answer.NoSuchOrder;
        if (answers) {
            rest.worked();
        } else {
            rest.failed();
        }
        return answers;
    }

    /** Between two calls of the venue, which may have taken long. */
    private void stillMine() throws SQLException {
        if (!desk.lease().hold(parts.writer()) || desk.lease().token() != grant) {
            throw new SQLException(desk.account() + ": another has taken it (expected: this process)");
        }
    }

    /** Some orders on their way through the protocol. */
    private final class Work implements SubmissionProtocol.Batch {
        private final List<GatewayOrder> waiting;
        private final List<GatewayOrder> before = new ArrayList<>();
        private final List<GatewayOrder> changed = new ArrayList<>();
        private List<GatewayOrder> claimed = List.of();
        private final List<OrderUpdate> unpublished = new ArrayList<>();
        private int recorded;
        private int told;

        Work(List<GatewayOrder> waiting) {
            this.waiting = waiting;
        }

        void becomes(GatewayOrder order, OrderState next) {
            before.add(order);
            changed.add(order.in(next));
        }

        void settle() throws SQLException {
            if (changed.isEmpty()) {
                parts.writer().commit(); // if something was read in a transaction, or written that is no change
            } else {
                parts.seams().protocol().settle(this);
            }
        }

        @Override
        public void claim() throws SQLException {
            long nowMs = parts.clock().millis();
            claimed = parts.table().claim(parts.writer().transaction(), waiting, nowMs);
            Set<String> ids = new LinkedHashSet<>();
            claimed.forEach(order -> ids.add(order.id()));
            for (GatewayOrder order : waiting) {
                if (!ids.contains(order.id())) {
                    becomes(order, order.state().to(Status.FAILED, OrderUpdate.STALE_FENCING_TOKEN));
                }
            }
            claimed.forEach(order -> unpublished.add(order.update(nowMs * 1_000)));
            record();
            parts.seams().hook().at(Stage.CLAIMED);
        }

        @Override
        public void submit() throws SQLException {
            long beganNs = parts.nanos().getAsLong();
            int sent = 0;
            boolean answered = true;
            while (sent < claimed.size() && answered && parts.nanos().getAsLong() - beganNs < CLAIM_NS) {
                stillMine();
                GatewayOrder order = claimed.get(sent);
                parts.seams().hook().at(Stage.BEFORE_SUBMIT);
                Answer answer = desk.venue().submit(order.intent());
                parts.tally().submitted.increment();
                parts.seams().hook().at(Stage.AFTER_SUBMIT);
                OrderState becomes = parts.seams().rules().sent(order.state(), answer);
                becomes(order, becomes);
                if (answer instanceof Answer.NotSent) {
                    parts.tally().notSent.increment();
                }
                answered = heard(answer) && becomes.status() != Status.UNKNOWN; // others of its symbol wait for it
                sent++;
            }
            for (GatewayOrder order : claimed.subList(sent, claimed.size())) {
                becomes(order, order.state().putBack(NOT_YET));
            }
            claims = answered ? Math.min(2 * claims, mostClaims) : Math.max(1, claims / 2);
        }

        @Override
        public void record() throws SQLException {
            List<GatewayOrder> fresh = changed.subList(recorded, changed.size());
            if (fresh.isEmpty()) {
                return;
            }
            long nowMs = parts.clock().millis();
            parts.table().change(parts.writer().transaction(), fresh, nowMs);
            List<String> ended = fresh.stream()
                    .filter(order -> order.state().isFinal())
                    .map(GatewayOrder::id)
                    .toList();
            parts.table().ended(parts.writer().transaction(), ended);
            fresh.forEach(order -> unpublished.add(order.update(nowMs * 1_000)));
            recorded = changed.size();
            parts.seams().hook().at(Stage.RECORDED);
        }

        @Override
        public void publish() throws SQLException {
            List<OutboxMessage> messages =
                    unpublished.stream().map(parts.records()::of).toList();
            outbox.add(parts.writer().transaction(), messages);
            unpublished.clear();
        }

        @Override
        public void confirm() throws SQLException {
            desk.lease().confirm(parts.writer().transaction());
        }

        @Override
        public void commit() throws SQLException {
            parts.writer().commit();
            for (; told < recorded; told++) {
                GatewayOrder order = changed.get(told);
                parts.tally().changed(before.get(told).state().status(), order.state());
                watched.changed(order);
                mayHaveMore = true; // what waited behind it may go on
            }
        }
    }
}
