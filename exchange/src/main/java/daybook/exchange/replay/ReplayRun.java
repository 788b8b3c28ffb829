package daybook.exchange.replay;

import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of one file mean, one after the other: which command a row becomes depends on what the book did with the rows before
 * it.
 */
final class ReplayRun {
    private final String file;
    private final Scales scales;
    private final ReplayVenue venue;
    private final LiveOrders orders;

    private boolean preopen;
    private long unknownIds;

    /** @param venue open */
    ReplayRun(String file, Scales scales, ReplayVenue venue) {
        this.file = file;
        this.scales = scales;
        this.venue = venue;
        this.orders = venue.orders();
    }

    /** Runs one row: its executions, in order. The next call reuses the list. */
    List<BookFold.Hit> run(Row row) throws IOException {
        venue.fold().clear();
        switch (row.verb()) {
            case PHASE -> phase(row);
            case LOAD, NEW, NEW_IOC, NEW_FOK, NEW_POST, NEW_MKT -> enterNew(row);
            case AMEND -> amend(row);
            case CANCEL -> cancel(row);
            case REDUCE -> reduce(row);
        }
        return venue.fold().hits();
    }

    /** Rows that amended, cancelled or reduced an order that did not rest. */
    long unknownIds() {
        return unknownIds;
    }

    private void phase(Row row) throws IOException {
        boolean toPreopen = row.phase() == SessionState.AUCTION;
        if (toPreopen != preopen) {
            preopen = toPreopen;
            venue.session(row.phase());
        }
    }

    private void enterNew(Row row) throws IOException {
        if (orders.named(row.orderId()) != null) {
            throw bad(row, "order_id", row.orderId(), "an id that no order in the book has");
        }
        enter(row, row.verb(), venue.counted(row.owner()));
    }

    /** Brings in an order with the row's id, side, price and quantity; as another verb, perhaps, than the row's. */
    private void enter(Row row, Verb as, String owner) throws IOException {
        LiveOrder order = new LiveOrder(row, price(row), quantity(row));
        venue.assign(order, owner);
        check(row, venue.enter(order, as));
    }

    private void amend(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
            enter(row, Verb.LOAD, venue.counted(row.owner()));
            return;
        }
        if (order.side != row.side()) {
            throw bad(row, "side", letter(row.side()), letter(order.side) + ", the side of the order in the book");
        }
        if (price(row) == order.price && quantity(row) <= order.open) {
            stay(row, order, quantity(row));
        } else {
            leaveAndEnter(row, order);
        }
    }

    private void cancel(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
        } else {
            check(row, venue.cancel(order));
        }
    }

    private void reduce(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
        } else if (quantity(row) >= order.open) {
            check(row, venue.cancel(order));
        } else {
            stay(row, order, order.open - quantity(row));
        }
    }

    /** A row that names an owner says whose the order is from then on. */
    private String ownerAfter(Row row, LiveOrder order) {
        return row.owner().isEmpty() ? order.owner : venue.counted(row.owner());
    }

    /** The order gets another open quantity and perhaps another owner, and keeps its place. */
    private void stay(Row row, LiveOrder order, long open) throws IOException {
        String owner = ownerAfter(row, order);
        if (owner.equals(order.owner)) {
            check(row, venue.amend(order, order.price, open));
        } else if (order.isMarket()) {
            // It waits for the uncross, where owners are ignored, and then it is gone: only its own label changes.
            order.owner = owner;
            check(row, venue.amend(order, order.price, open));
        } else {
            changeOwner(row, order, open);
        }
    }

    /**
     * The engine has no command that gives an order to another account, rightly. So the order and all behind it at its price are taken
     * out and loaded again in the same order, which leaves every place as it was.
     */
    private void changeOwner(Row row, LiveOrder changed, long open) throws IOException {
        String owner = ownerAfter(row, changed);
        List<LiveOrder> queue = orders.queueFrom(changed);
        for (LiveOrder order : queue) {
            check(row, venue.cancel(order));
        }
        changed.open = open;
        venue.assign(changed, owner);
        for (LiveOrder order : queue) {
            check(row, venue.enter(order, Verb.LOAD));
        }
    }

    private void leaveAndEnter(Row row, LiveOrder order) throws IOException {
        String owner = ownerAfter(row, order);
        boolean amendable = owner.equals(order.owner) && !order.isMarket() && !order.postOnly;
        if (amendable && order.wholeFor(quantity(row)) <= PlainDecimal.MAX_UNSCALED) {
            orders.toTheBack(order);
            check(row, venue.amend(order, price(row), quantity(row)));
        } else {
            check(row, venue.cancel(order));
            enter(row, Verb.NEW, owner);
        }
    }

    private void check(Row row, @Nullable RejectReason refusal) {
        if (refusal == null || mayEndIn(row.verb(), refusal)) {
            return;
        }
        if (refusal == RejectReason.INSUFFICIENT) {
            String expected =
                    "price x qty, and all that rests on a side, to stay below 2^63 of the file's smallest units";
            throw bad(row, "qty", row.quantity().toString(), expected);
        }
        throw bad(row, "cmd", row.verb().name(), "what the engine takes; it says " + refusal);
    }

    /** What an order may meet by its own kind. Anything else that the engine refuses is a fault of the row. */
    private static boolean mayEndIn(Verb verb, RejectReason refusal) {
        return switch (verb) {
            case NEW_FOK -> refusal == RejectReason.CANNOT_FILL;
            case NEW_POST -> refusal == RejectReason.WOULD_TAKE;
            case LOAD, NEW, NEW_IOC, NEW_MKT, AMEND, PHASE, CANCEL, REDUCE -> false;
        };
    }

    private ReplayException bad(Row row, String column, String value, String expected) {
        return ReplayException.badRow(file, row.line(), column, value, expected);
    }

    private long price(Row row) {
        return row.price().inUnits(scales.priceScale());
    }

    private long quantity(Row row) {
        return row.quantity().inUnits(scales.quantityScale());
    }

    private static String letter(Side side) {
        return side == Side.BUY ? "B" : "A";
    }
}
