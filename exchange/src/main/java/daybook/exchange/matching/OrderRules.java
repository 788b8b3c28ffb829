package daybook.exchange.matching;

import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.TimeInForce;
import org.jspecify.annotations.Nullable;

/** The checks before an order is taken in, in the order in which they are made; null = nothing is wrong. They change nothing. */
final class OrderRules {
    private final Venue venue;
    private final Matcher matcher;

    OrderRules(Venue venue, Matcher matcher) {
        this.venue = venue;
        this.matcher = matcher;
    }

    /** Whether the account may enter or amend at all. A command that gets as far as the rate limit counts there. */
    @Nullable
    RejectReason standing(AccountState account, long time) {
        if (!account.enabled()) {
            return RejectReason.ACCOUNT_DISABLED;
        }
        if (venue.killed || account.killed) {
            return RejectReason.KILL_SWITCH;
        }
        return account.takeToken(time) ? null : RejectReason.RATE_LIMITED;
    }

    boolean sessionTakesOrders() {
        return venue.session == SessionState.OPEN || venue.session == SessionState.AUCTION;
    }

    /** A new order's numbers against the instrument's rules, the account's limits and the book. */
    @Nullable
    RejectReason newOrder(CommandSlot order, AccountState account, Book book) {
        boolean market = order.orderType() == OrderType.MARKET;
        RejectReason reason = quantity(order.quantity(), book);
        if (reason != null) {
            return reason;
        }
        if (market && order.price() != 0) {
            return RejectReason.INVALID_PRICE;
        }
        reason = market ? null : price(order.price(), book);
        if (reason != null) {
            return reason;
        }
        if (!market && !book.inBand(order.price())) {
            return RejectReason.PRICE_OUTSIDE_BAND;
        }
        if (!limitsAllow(market ? book.marketNotionalPrice() : order.price(), order.quantity(), book)
                || !mayHaveOneMore(order, account)
                || !book.side(order.side()).hasRoomFor(order.quantity())) {
            return RejectReason.INSUFFICIENT;
        }
        return conditions(order, account, book);
    }

    /** A loaded order is somebody else's state, so of the rules only those hold that the book itself rests on. */
    @Nullable
    RejectReason loadedOrder(CommandSlot order, Book book) {
        RejectReason reason = quantity(order.quantity(), book);
        if (reason == null) {
            reason = price(order.price(), book);
        }
        if (reason != null) {
            return reason;
        }
        boolean fits = book.canBeWorth(order.price(), order.quantity())
                && book.side(order.side()).hasRoomFor(order.quantity());
        return fits ? null : RejectReason.INSUFFICIENT;
    }

    /** New price and whole quantity of an order that would lose its place. */
    @Nullable
    RejectReason amended(int order, long price, long quantity, Book book) {
        OrderTable orders = venue.orders;
        boolean market = orders.orderType(order) == OrderType.MARKET;
        if (price != orders.price(order)) {
            RejectReason reason = market ? RejectReason.INVALID_PRICE : price(price, book);
            if (reason != null) {
                return reason;
            }
            if (!book.inBand(price)) {
                return RejectReason.PRICE_OUTSIDE_BAND;
            }
        }
        boolean grows = quantity > orders.quantity(order);
        boolean dearer = price > orders.price(order);
        if ((grows || dearer) && !limitsAllow(market ? book.marketNotionalPrice() : price, quantity, book)) {
            return RejectReason.INSUFFICIENT;
        }
        if (grows && !book.side(orders.side(order)).hasRoomFor(quantity - orders.quantity(order))) {
            return RejectReason.INSUFFICIENT;
        }
        boolean takes = venue.session == SessionState.OPEN
                && orders.timeInForce(order) == TimeInForce.POST_ONLY
                && matcher.wouldTake(book, orders.side(order), price);
        return takes ? RejectReason.WOULD_TAKE : null;
    }

    @Nullable
    RejectReason quantity(long quantity, Book book) {
        return quantity <= 0 || !isMultiple(quantity, book.instrument().lot()) ? RejectReason.INVALID_QUANTITY : null;
    }

    private @Nullable RejectReason price(long price, Book book) {
        if (price <= 0) {
            return RejectReason.INVALID_PRICE;
        }
        return isMultiple(price, book.instrument().tick()) ? null : RejectReason.PRICE_NOT_ON_TICK;
    }

    /** Of two positive numbers. A division of longs is the slowest instruction there is here, and rarely needed. */
    private static boolean isMultiple(long value, long unit) {
        if (unit == 1) {
            return true;
        }
        boolean small = (value | unit) <= Integer.MAX_VALUE;
        return small ? (int) value % (int) unit == 0 : value % unit == 0;
    }

    private boolean limitsAllow(long price, long quantity, Book book) {
        Instrument instrument = book.instrument();
        if (instrument.maxQuantity() > 0 && quantity > instrument.maxQuantity()) {
            return false;
        }
        return book.canBeWorth(price, quantity)
                && (instrument.maxNotional() == 0 || book.notional(price, quantity) <= instrument.maxNotional());
    }

    private boolean mayHaveOneMore(CommandSlot order, AccountState account) {
        return account.hasRoomForOneMore()
                || endsAtOnce(order.timeInForce())
                || venue.session == SessionState.OPEN && order.orderType() == OrderType.MARKET;
    }

    static boolean endsAtOnce(TimeInForce timeInForce) {
        return timeInForce == TimeInForce.IOC || timeInForce == TimeInForce.FOK;
    }

    /** Post-only and fill-or-kill. In an auction nothing is taken, and a fill-or-kill order ends as unfilled. */
    private @Nullable RejectReason conditions(CommandSlot order, AccountState account, Book book) {
        boolean postOnly = order.timeInForce() == TimeInForce.POST_ONLY;
        if (postOnly && order.orderType() == OrderType.MARKET) {
            return RejectReason.WOULD_TAKE;
        }
        if (venue.session != SessionState.OPEN) {
            return null;
        }
        if (postOnly && matcher.wouldTake(book, order.side(), order.price())) {
            return RejectReason.WOULD_TAKE;
        }
        boolean all = order.timeInForce() == TimeInForce.FOK;
        return all && !matcher.couldFill(book, account, order) ? RejectReason.CANNOT_FILL : null;
    }
}
