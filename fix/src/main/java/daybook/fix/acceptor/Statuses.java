package daybook.fix.acceptor;

import daybook.events.Instrument;
import daybook.exchange.OrderView;
import daybook.fix.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import quickfix.Message;

/**
 * Answers that no event of the exchange stands behind: what an order is like now, and what never became a command. Their ExecIDs are
 * made of what they are about, so that they too are the same when they are given again.
 *
 * <p>A status never overtakes the reports: it waits until the history has been told up to where it was asked.
 */
final class Statuses {
    private final Orders orders;
    private final Outlets outlets;
    private final InstantSource clock;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** What the exchange found, at a seq. */
    record Found(long seq, List<OrderView> views) {}

    private record Waiting(Incoming incoming, Found found) {}

    Statuses(Orders orders, Outlets outlets, InstantSource clock) {
        this.orders = orders;
        this.outlets = outlets;
        this.clock = clock;
    }

    void answer(Incoming incoming, Found found) {
        waiting.add(new Waiting(incoming, found));
    }

    /** Gives the answers whose time has come. */
    int pump(long toldTo) {
        int done = 0;
        for (Waiting next = waiting.peek(); next != null && next.found().seq() <= toldTo; next = waiting.peek()) {
            waiting.remove();
            give(next.incoming(), next.found());
            done++;
        }
        return done;
    }

    private void give(Incoming incoming, Found found) {
        Fields request = incoming.fields();
        Outlet outlet = outlets.named(incoming.counterparty());
        int number = 0;
        for (OrderView view : found.views()) {
            number++;
            Order order = orders.find(view.orderId()).orElseGet(() -> new Order(view));
            Optional<Instrument> instrument = orders.instrument(order.symbol());
            if (instrument.isPresent()) {
                Message report = Reports.execution(
                        order,
                        instrument.get(),
                        occasion("s-" + found.seq() + "-" + order.orderId(), Reports.STATUS, ""));
                named(report, request, found.views().size(), number);
                outlet.send(report);
            }
        }
        if (found.views().isEmpty()) {
            String clOrdId = request.text(Tag.CL_ORD_ID);
            Message report = Reports.noOrder(
                    clOrdId,
                    request,
                    occasion("s-" + found.seq() + "-" + shortened(clOrdId), Reports.STATUS, "UNKNOWN_ORDER"),
                    Reasons.UNKNOWN_ORDER);
            named(report, request, 0, 0);
            outlet.send(report);
        }
    }

    private static void named(Message report, Fields request, int total, int number) {
        Reports.set(report, Tag.ORD_STATUS_REQ_ID, request.text(Tag.ORD_STATUS_REQ_ID));
        Reports.set(report, Tag.MASS_STATUS_REQ_ID, request.text(Tag.MASS_STATUS_REQ_ID));
        if (request.has(Tag.MASS_STATUS_REQ_ID)) {
            report.setInt(Tag.TOT_NUM_REPORTS, total);
            report.setBoolean(Tag.LAST_RPT_REQUESTED, number == total);
        }
    }

    /** A new order that never became a command. */
    void refuse(Incoming incoming, int reason, String text) {
        String clOrdId = incoming.fields().text(Tag.CL_ORD_ID);
        Message report = Reports.noOrder(
                clOrdId, incoming.fields(), occasion("n-" + shortened(clOrdId), Reports.REJECTED, text), reason);
        outlets.named(incoming.counterparty()).send(report);
    }

    /** A request to change an order that never became a command. */
    void refuseChange(Change change, int reason, String text) {
        char status = orders.find(change.orderId())
                .map(order -> order.state.ordStatus)
                .orElse(Reports.REJECTED);
        outlets.named(change.counterparty()).send(Reports.cancelReject(change, status, reason, text));
    }

    /** Nothing was recorded and nothing will be: the request may be made again. */
    void unavailable(Incoming incoming, String text) {
        outlets.named(incoming.counterparty())
                .send(Reports.businessReject(incoming.fields(), Reasons.NOT_AVAILABLE, text));
    }

    private Reports.Occasion occasion(String execId, char execType, String text) {
        return new Reports.Occasion(execId, execType, ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()), text);
    }

    private static String shortened(String clOrdId) {
        return clOrdId.length() > 64 ? clOrdId.substring(0, 64) : clOrdId;
    }
}
