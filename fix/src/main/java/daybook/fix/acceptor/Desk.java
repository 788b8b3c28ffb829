package daybook.fix.acceptor;

import daybook.events.Command;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.VenueState;
import daybook.fix.AcceptorPorts;
import daybook.fix.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Turns requests into commands and questions. What the exchange decides is told by {@link History}; only what it never heard of is
 * answered here. Confined to the acceptor's thread, to which answers from the exchange's thread come back through {@link #later}.
 */
final class Desk {
    private static final int MOST_IN_A_MASS_STATUS = 1_000;

    /** What a request to change an order may be called. New orders are the exchange's to judge. */
    private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

    private final AcceptorPorts ports;
    private final History.Knowledge known;
    private final Outlets outlets;
    private final Statuses statuses;
    private final ConcurrentLinkedQueue<Runnable> later = new ConcurrentLinkedQueue<>();

    /** New orders that the exchange has not answered, and what was asked about them meanwhile. */
    private final Map<Orders.Name, List<Incoming>> inFlight = new HashMap<>();

    Desk(AcceptorPorts ports, History.Knowledge known, Outlets outlets, Statuses statuses) {
        this.ports = ports;
        this.known = known;
        this.outlets = outlets;
        this.statuses = statuses;
    }

    /** What has come back from the exchange. */
    int pump() {
        int done = 0;
        for (Runnable next = later.poll(); next != null; next = later.poll()) {
            next.run();
            done++;
        }
        return done;
    }

    void take(Incoming incoming) {
        switch (incoming.fields().head(Tag.MSG_TYPE)) {
            case Tag.NEW_ORDER_SINGLE -> newOrder(incoming);
            case Tag.ORDER_CANCEL_REQUEST -> change(incoming, false);
            case Tag.ORDER_CANCEL_REPLACE_REQUEST -> change(incoming, true);
            case Tag.ORDER_STATUS_REQUEST -> status(incoming);
            case Tag.ORDER_MASS_STATUS_REQUEST -> massStatus(incoming);
            default ->
                throw new IllegalStateException("request: " + incoming.fields().head(Tag.MSG_TYPE));
        }
    }

    private void newOrder(Incoming incoming) {
        Fields fields = incoming.fields();
        Outlet outlet = outlets.named(incoming.counterparty());
        NewOrders.Wish wish =
                NewOrders.read(fields, outlet.account(), known.orders().instrument(fields.text(Tag.SYMBOL)));
        if (wish instanceof NewOrders.Refused refused) {
            statuses.refuse(incoming, refused.reason(), refused.text());
            return;
        }
        Command.NewOrder command = ((NewOrders.Wanted) wish).command();
        Orders.Name name = new Orders.Name(command.accountId(), command.clientOrderId());
        Submission submission = ports.entry().submit(command, reply -> comeBack(() -> answered(incoming, name, reply)));
        if (submission instanceof Submission.Queued) {
            known.asked().put(name, fields);
            inFlight.computeIfAbsent(name, key -> new ArrayList<>());
        } else if (submission instanceof Submission.Refused malformed) {
            statuses.refuse(incoming, Reasons.OTHER, malformed.reason());
        } else {
            notTaken(incoming, submission);
        }
    }

    private void answered(Incoming incoming, Orders.Name name, Reply reply) {
        List<Incoming> parked = inFlight.remove(name);
        switch (reply.kind()) {
            case DECIDED -> {} // the history tells
            case NOT_ACCEPTED -> {
                known.asked().take(name);
                statuses.unavailable(incoming, ((Reply.NotAccepted) reply).reason());
            }
            case UNKNOWN -> known.asked().take(name); // after the restart the history tells, or there is no such order
        }
        if (parked != null) {
            parked.forEach(this::take);
        }
    }

    private void notTaken(Incoming incoming, Submission submission) {
        statuses.unavailable(
                incoming,
                submission instanceof Submission.Stopped stopped ? stopped.reason() : "busy: nothing was recorded");
    }

    private void change(Incoming incoming, boolean replaces) {
        Fields fields = incoming.fields();
        Change change = new Change(
                incoming.counterparty(), replaces, 0, fields.text(Tag.CL_ORD_ID), fields.text(Tag.ORIG_CL_ORD_ID));
        withOrder(incoming, fields.text(Tag.ORIG_CL_ORD_ID), found -> {
            long orderId = found.map(Order::orderId).orElseGet(() -> statedOrderId(fields));
            if (orderId == 0) {
                statuses.refuseChange(change, Reasons.CANCEL_UNKNOWN_ORDER, "UNKNOWN_ORDER");
            } else {
                send(incoming, change.of(orderId), found);
            }
        });
    }

    /** OrderID (37) names an order too, whatever its account calls it. Whether it is this account's, the exchange knows. */
    private static long statedOrderId(Fields fields) {
        try {
            return Math.max(0, Long.parseLong(fields.text(Tag.ORDER_ID)));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void send(Incoming incoming, Change change, Optional<Order> order) {
        String account = outlets.named(incoming.counterparty()).account();
        Command command = new Command.CancelOrder(account, change.orderId());
        if (change.replaces()) {
            if (order.isEmpty()) {
                statuses.refuseChange(change, Reasons.CANCEL_UNKNOWN_ORDER, "UNKNOWN_ORDER");
                return;
            }
            Replacement replacement = Replacement.read(
                    incoming.fields(),
                    order.get(),
                    known.orders().instrument(order.get().symbol()));
            if (!replacement.fault().isEmpty()) {
                statuses.refuseChange(change, Reasons.CANCEL_VENUE_OPTION, replacement.fault());
                return;
            }
            command = new Command.AmendOrder(account, change.orderId(), replacement.price(), replacement.quantity());
        }
        if (!NAME.matcher(change.clOrdId()).matches()) {
            statuses.refuseChange(change, Reasons.CANCEL_VENUE_OPTION, "ClOrdID: (expected: " + NAME.pattern() + ")");
            return;
        }
        if (known.orders().namesAnother(new Orders.Name(account, change.clOrdId()), change.orderId())) {
            statuses.refuseChange(change, Reasons.DUPLICATE_ORDER, "ClOrdID: used before");
            return;
        }
        Submission submission =
                ports.entry().submit(command, reply -> comeBack(() -> answered(incoming, change, reply)));
        if (submission instanceof Submission.Queued) {
            known.changes().asked(change);
        } else if (submission instanceof Submission.Refused malformed) {
            statuses.refuseChange(change, Reasons.CANCEL_VENUE_OPTION, malformed.reason());
        } else {
            notTaken(incoming, submission);
        }
    }

    private void answered(Incoming incoming, Change change, Reply reply) {
        switch (reply.kind()) {
            case DECIDED -> known.changes().answered(change, ((Reply.Decided) reply).events());
            case NOT_ACCEPTED -> {
                known.changes().forget(change);
                statuses.unavailable(incoming, ((Reply.NotAccepted) reply).reason());
            }
            case UNKNOWN -> known.changes().forget(change);
        }
    }

    private void status(Incoming incoming) {
        String account = outlets.named(incoming.counterparty()).account();
        String clOrdId = incoming.fields().text(Tag.CL_ORD_ID);
        Orders.Name name = new Orders.Name(account, clOrdId);
        if (park(incoming, name)) {
            return;
        }
        Optional<Order> renamed = known.orders().find(name);
        ask(
                incoming,
                state -> new Statuses.Found(
                        state.seq(),
                        renamed
                                .map(order -> state.order(order.orderId()))
                                .orElseGet(() -> state.order(account, clOrdId))
                                .filter(view -> view.accountId().equals(account))
                                .stream()
                                .toList()),
                found -> statuses.answer(incoming, found));
    }

    private void massStatus(Incoming incoming) {
        String account = outlets.named(incoming.counterparty()).account();
        if (!incoming.fields().text(Tag.MASS_STATUS_REQ_TYPE).equals("7")) {
            outlets.named(incoming.counterparty())
                    .send(Reports.businessReject(incoming.fields(), 0, "MassStatusReqType: expected 7"));
            return;
        }
        ask(
                incoming,
                state -> new Statuses.Found(state.seq(), state.openOrders(account, MOST_IN_A_MASS_STATUS)),
                found -> statuses.answer(incoming, found));
    }

    /** Finds an order by what its account calls it, and goes on: at once, or when the exchange has answered. */
    private void withOrder(Incoming incoming, String clOrdId, Consumer<Optional<Order>> then) {
        String account = outlets.named(incoming.counterparty()).account();
        Orders.Name name = new Orders.Name(account, clOrdId);
        if (park(incoming, name)) {
            return;
        }
        Optional<Order> order = known.orders().find(name);
        if (order.isPresent()) {
            then.accept(order);
            return;
        }
        ask(
                incoming,
                state -> new Statuses.Found(
                        state.seq(), state.order(account, clOrdId).stream().toList()),
                found -> then.accept(found.views().stream().findFirst().map(Order::new)));
    }

    /** What is asked about an order that the exchange has not answered yet waits for that. */
    private boolean park(Incoming incoming, Orders.Name name) {
        List<Incoming> parked = inFlight.get(name);
        if (parked == null) {
            return false;
        }
        parked.add(incoming);
        return true;
    }

    private void ask(Incoming incoming, Function<VenueState, Statuses.Found> question, Consumer<Statuses.Found> then) {
        CompletableFuture<Statuses.Found> answer = ports.queries().query(question);
        var unused = answer.whenComplete((found, failure) -> comeBack(() -> {
            if (failure == null) {
                then.accept(found);
            } else {
                statuses.unavailable(incoming, "busy: nothing was recorded");
            }
        }));
    }

    private void comeBack(Runnable onOurThread) {
        later.add(onOurThread);
        ports.bell().run();
    }
}
