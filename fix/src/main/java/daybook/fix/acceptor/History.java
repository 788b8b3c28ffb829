package daybook.fix.acceptor;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.exchange.VenueQueries;
import daybook.fix.ExecutionFeed;
import daybook.fix.Tag;
import daybook.fix.session.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * Reads the durable history, in order, and tells each session what concerns its account, once. Confined to the acceptor's thread.
 *
 * <p>An event that cannot be reported yet holds up those behind it: the order of the reports is the order of the history.
 */
final class History {
    private static final int EVENTS_AT_ONCE = 512;

    private final ExecutionFeed feed;
    private final VenueQueries queries;
    private final Orders orders;
    private final Changes changes;
    private final Asked asked;
    private final ExecIds execIds;
    private final Outlets outlets;
    private final Deque<Event> read = new ArrayDeque<>();

    private long readTo;
    private long seq;

    /** Reports of the event at the head that have not been stored yet; null if it has not been folded. */
    private @Nullable List<Due> due;

    private @Nullable CompletableFuture<Optional<Order>> lookup;
    private boolean stuck;

    /** A report and where it goes. */
    private record Due(Outlet outlet, long place, Message message) {}

    /** What is known beside the history itself. */
    record Knowledge(Orders orders, Changes changes, Asked asked, ExecIds execIds) {}

    History(ExecutionFeed feed, VenueQueries queries, Knowledge knowledge, Outlets outlets) {
        this.feed = feed;
        this.queries = queries;
        this.orders = knowledge.orders();
        this.changes = knowledge.changes();
        this.asked = knowledge.asked();
        this.execIds = knowledge.execIds();
        this.outlets = outlets;
    }

    /** Goes on behind an event: what it and those before it did, the orders show already. */
    void startAfter(long foldedSeq) {
        seq = foldedSeq;
        readTo = foldedSeq;
    }

    /** The last event that was folded, and reported where it concerned anybody. */
    long seq() {
        return seq;
    }

    /** Whether no event is folded and not yet reported. */
    boolean isBetweenEvents() {
        return due == null;
    }

    /** Whether a store does not take what should be reported. */
    boolean isStuck() {
        return stuck;
    }

    int pump() {
        if (read.isEmpty()) {
            read.addAll(feed.read(readTo, EVENTS_AT_ONCE));
            if (read.isEmpty()) {
                return 0;
            }
            readTo = read.getLast().seq();
        }
        int done = 0;
        while (!read.isEmpty() && finish(read.getFirst())) {
            seq = read.removeFirst().seq();
            done++;
        }
        return done;
    }

    private boolean finish(Event event) {
        List<Due> reports = due;
        if (reports == null) {
            if (changes.mayStillAnswer(event)) {
                return false;
            }
            reports = fold(event);
            if (reports == null) {
                return false;
            }
            due = reports;
        }
        while (!reports.isEmpty()) {
            Due next = reports.get(0);
            if (!next.outlet().knows(next.place()) && !next.outlet().send(next.message())) {
                stuck = true;
                return false;
            }
            reports.remove(0);
        }
        stuck = false;
        due = null;
        return true;
    }

    /** What the event changes, once, and what is to be said about it; null if it cannot be said yet. */
    private @Nullable List<Due> fold(Event event) {
        List<Due> reports = new ArrayList<>();
        switch (event.kind()) {
            case ORDER_ACCEPTED -> accepted((OrderAccepted) event, reports);
            case ORDER_REJECTED -> {
                return rejected((OrderRejected) event, reports) ? reports : null;
            }
            case ORDER_CANCELLED -> cancelled((OrderCancelled) event, reports);
            case ORDER_MODIFIED -> modified((OrderModified) event, reports);
            case TRADE -> traded((Trade) event, reports);
            case INSTRUMENT_CHANGED -> orders.changed(((InstrumentChanged) event).instrument());
            case BOOK_UPDATE, SESSION_STATE_CHANGED, ACCOUNT_CHANGED, KILL_SWITCH_CHANGED -> {}
        }
        return reports;
    }

    private void accepted(OrderAccepted event, List<Due> reports) {
        if (outlets.of(event.accountId()).isEmpty()) {
            return;
        }
        asked.take(new Orders.Name(event.accountId(), event.clientOrderId()));
        Order order = orders.accepted(event);
        report(order, event, occasion(event, Reports.NEW, ""), reports);
    }

    private void modified(OrderModified event, List<Due> reports) {
        Optional<Change> change = changes.take(event.seq());
        orders.find(event.orderId()).ifPresent(order -> {
            order.price = event.price();
            order.quantity = event.quantity();
            order.state = order.filled > 0 ? Order.State.PARTIALLY_FILLED : Order.State.NEW;
            renamed(order, change);
            report(order, event, occasion(event, Reports.REPLACED, ""), reports);
            original(reports, change);
        });
    }

    private void cancelled(OrderCancelled event, List<Due> reports) {
        Optional<Change> change = changes.take(event.seq());
        orders.find(event.orderId()).ifPresent(order -> {
            boolean expired = event.reason() == CancelReason.EXPIRED;
            order.state = expired ? Order.State.EXPIRED : Order.State.CANCELLED;
            renamed(order, change);
            char execType = expired ? Reports.EXPIRED : Reports.CANCELLED;
            report(order, event, occasion(event, execType, event.reason().name()), reports);
            original(reports, change);
            orders.settle(order);
        });
    }

    private void traded(Trade event, List<Due> reports) {
        traded(event, event.buyOrderId(), Side.BUY, reports);
        traded(event, event.sellOrderId(), Side.SELL, reports);
    }

    private void traded(Trade event, long orderId, Side side, List<Due> reports) {
        Optional<Order> found = orders.find(orderId);
        Optional<Instrument> instrument = orders.instrument(event.symbol());
        if (found.isEmpty() || instrument.isEmpty()) {
            return;
        }
        Order order = found.get();
        order.trade(event.price(), event.quantity());
        boolean buy = side == Side.BUY;
        long place = buy ? Place.first(event.seq()) : Place.second(event.seq());
        String execId = execIds.of(place, true);
        for (Outlet outlet : outlets.of(order.accountId())) {
            Message report = Reports.execution(
                    order, instrument.get(), new Reports.Occasion(execId, Reports.TRADE, event.time(), ""));
            Reports.fill(report, event, side, instrument.get());
            reports.add(new Due(outlet, place, report));
        }
        orders.settle(order);
    }

    /** Returns false if it cannot be told yet. */
    private boolean rejected(OrderRejected event, List<Due> reports) {
        if (event.clientOrderId().isEmpty()) {
            changes.take(event.seq()).ifPresent(change -> refusedChange(event, change, reports));
            return true;
        }
        if (outlets.of(event.accountId()).isEmpty()) {
            return true;
        }
        if (event.reason() == RejectReason.DUPLICATE_CLIENT_ORDER_ID && event.orderId() != 0) {
            return repeated(event, reports);
        }
        refused(event, reports);
        return true;
    }

    private void refused(OrderRejected event, List<Due> reports) {
        Optional<Fields> request = asked.take(new Orders.Name(event.accountId(), event.clientOrderId()));
        for (Outlet outlet : outlets.of(event.accountId())) {
            reports.add(new Due(
                    outlet,
                    Place.first(event.seq()),
                    Reports.refused(event, execIds.of(Place.first(event.seq()), false), request)));
        }
    }

    private void refusedChange(OrderRejected event, Change change, List<Due> reports) {
        char status = orders.find(change.orderId())
                .map(order -> order.state.ordStatus)
                .orElse(Reports.REJECTED);
        Message reject = Reports.cancelReject(
                change, status, Reasons.ofChange(event.reason()), event.reason().name());
        reports.add(new Due(outlets.named(change.counterparty()), Place.first(event.seq()), reject));
    }

    /** The same order under the same name once more: whoever sent it again wants to know what became of the first. */
    private boolean repeated(OrderRejected event, List<Due> reports) {
        Optional<Order> known = orders.find(event.orderId());
        if (known.isEmpty()) {
            CompletableFuture<Optional<Order>> asked = lookup;
            if (asked == null) {
                lookup = queries.query(state -> state.order(event.orderId()).map(Order::new));
                return false;
            }
            if (!asked.isDone()) {
                return false;
            }
            lookup = null;
            if (asked.isCompletedExceptionally()) {
                return false;
            }
            known = asked.join();
        }
        if (known.isPresent()) {
            asked.take(new Orders.Name(event.accountId(), event.clientOrderId()));
            report(
                    known.get(),
                    event,
                    occasion(event, Reports.STATUS, event.reason().name()),
                    reports);
        } else {
            refused(event, reports);
        }
        return true;
    }

    private Reports.Occasion occasion(Event event, char execType, String text) {
        return new Reports.Occasion(execIds.of(Place.first(event.seq()), false), execType, event.time(), text);
    }

    private void report(Order order, Event event, Reports.Occasion occasion, List<Due> reports) {
        Optional<Instrument> instrument = orders.instrument(order.symbol());
        if (instrument.isEmpty()) {
            return; // cannot be: an instrument is there before its orders
        }
        for (Outlet outlet : outlets.of(order.accountId())) {
            Message report = Reports.execution(order, instrument.get(), occasion);
            reports.add(new Due(outlet, Place.first(event.seq()), report));
        }
    }

    private void renamed(Order order, Optional<Change> change) {
        change.ifPresent(request -> orders.name(order, request.clOrdId()));
    }

    private static void original(List<Due> reports, Optional<Change> change) {
        change.ifPresent(request ->
                reports.forEach(report -> Reports.set(report.message(), Tag.ORIG_CL_ORD_ID, request.origClOrdId())));
    }
}
