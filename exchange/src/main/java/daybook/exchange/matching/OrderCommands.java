package daybook.exchange.matching;

import daybook.events.CancelReason;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import org.jspecify.annotations.Nullable;

/** Decides the commands of clients: new, load, amend, cancel, cancel all. */
final class OrderCommands {
    private final Venue venue;
    private final OrderTable orders;
    private final Matcher matcher;
    private final OrderRules rules;
    private final Events events;

    OrderCommands(Venue venue, Matcher matcher, Events events) {
        this.venue = venue;
        this.orders = venue.orders;
        this.matcher = matcher;
        this.rules = new OrderRules(venue, matcher);
        this.events = events;
    }

    void newOrder(CommandSlot command) {
        AccountState account = venue.account(command);
        if (account == null) {
            reject(command, RejectReason.ACCOUNT_DISABLED);
            return;
        }
        if (repeats(command, account)) {
            return;
        }
        RejectReason standing = rules.standing(account, events.time());
        if (standing != null) {
            reject(command, standing);
            return;
        }
        Book book = venue.book(command.symbol());
        if (book == null) {
            reject(command, RejectReason.UNKNOWN_SYMBOL);
            return;
        }
        RejectReason reason =
                rules.sessionTakesOrders() ? rules.newOrder(command, account, book) : RejectReason.SESSION_NOT_OPEN;
        if (reason != null) {
            reject(command, reason);
            return;
        }
        int order = venue.registry.accept(command, account, book);
        events.accepted(order, command);
        if (venue.session == SessionState.OPEN) {
            matcher.enter(order);
        } else if (OrderRules.endsAtOnce(command.timeInForce())) {
            matcher.cancelIncoming(order, CancelReason.NO_LIQUIDITY);
        } else {
            venue.registry.rest(order);
        }
    }

    void loadOrder(CommandSlot command) {
        AccountState account = venue.account(command);
        if (account == null || !account.enabled()) {
            reject(command, RejectReason.ACCOUNT_DISABLED);
            return;
        }
        if (repeats(command, account)) {
            return;
        }
        if (venue.killed || account.killed) {
            reject(command, RejectReason.KILL_SWITCH);
            return;
        }
        Book book = venue.book(command.symbol());
        RejectReason reason = book == null ? RejectReason.UNKNOWN_SYMBOL : rules.loadedOrder(command, book);
        if (book == null || reason != null) {
            reject(command, reason == null ? RejectReason.UNKNOWN_SYMBOL : reason);
            return;
        }
        int order = venue.registry.accept(command, account, book);
        events.accepted(order, command);
        venue.registry.rest(order);
    }

    private void reject(CommandSlot command, RejectReason reason) {
        events.rejected(command, command.orderId(), reason);
    }

    /**
     * Rejects a client order id that the account has used. This comes before every other rule, so that a client that repeats a
     * command after a lost answer learns its first order whatever has changed since.
     */
    private boolean repeats(CommandSlot command, AccountState account) {
        if (command.clientOrderId().length() == 0) {
            return false;
        }
        int first = venue.registry.find(account, command.clientOrderId());
        if (first == OrderTable.NONE) {
            return false;
        }
        long named = venue.registry.sameBody(first, command) ? orders.orderId(first) : 0;
        events.rejected(command, named, RejectReason.DUPLICATE_CLIENT_ORDER_ID);
        return true;
    }

    void amendOrder(CommandSlot command) {
        AccountState account = venue.account(command);
        if (account == null) {
            reject(command, RejectReason.ACCOUNT_DISABLED);
            return;
        }
        RejectReason reason = rules.standing(account, events.time());
        if (reason == null && !rules.sessionTakesOrders()) {
            reason = RejectReason.SESSION_NOT_OPEN;
        }
        int order = venue.registry.find(command.orderId());
        if (reason == null) {
            reason = findable(order, account);
        }
        if (reason != null) {
            reject(command, reason);
            return;
        }
        amend(order, command);
    }

    /** Why an account may not name an order, or null: another account's order and none at all look the same. */
    private @Nullable RejectReason findable(int order, AccountState account) {
        if (order == OrderTable.NONE || orders.account(order) != account.index) {
            return RejectReason.UNKNOWN_ORDER;
        }
        if (orders.isOpen(order)) {
            return null;
        }
        return orders.status(order) == OrderTable.FILLED ? RejectReason.ORDER_FILLED : RejectReason.ORDER_CANCELLED;
    }

    private void amend(int order, CommandSlot command) {
        Book book = venue.bookOf(order);
        long price = command.price() == 0 ? orders.price(order) : command.price();
        long quantity = command.quantity() == 0 ? orders.quantity(order) : command.quantity();
        boolean resized = quantity != orders.quantity(order);
        RejectReason reason = resized ? rules.quantity(quantity, book) : null;
        if (reason == null && price < 0) {
            reason = RejectReason.INVALID_PRICE;
        }
        boolean keepsPlace = price == orders.price(order) && quantity <= orders.quantity(order);
        boolean cancels = reason == null && quantity <= orders.traded(order);
        if (reason == null && !cancels && !keepsPlace) {
            reason = rules.amended(order, price, quantity, book);
        }
        if (reason != null) {
            reject(command, reason);
        } else if (cancels) {
            matcher.cancelResting(order, CancelReason.MODIFIED_TO_ZERO);
        } else if (keepsPlace) {
            book.side(orders.side(order)).resize(order, quantity);
            events.modified(order);
        } else {
            reenter(order, price, quantity, book);
        }
    }

    private void reenter(int order, long price, long quantity, Book book) {
        book.side(orders.side(order)).remove(order);
        orders.setTerms(order, price, quantity);
        events.modified(order);
        if (venue.session == SessionState.OPEN) {
            matcher.enter(order);
        } else {
            venue.registry.rest(order);
        }
    }

    void cancelOrder(CommandSlot command) {
        AccountState account = venue.account(command);
        if (account == null) {
            reject(command, RejectReason.ACCOUNT_DISABLED);
            return;
        }
        int order = venue.registry.find(command.orderId());
        RejectReason reason = findable(order, account);
        if (reason != null) {
            reject(command, reason);
            return;
        }
        matcher.cancelResting(order, CancelReason.CLIENT_REQUEST);
    }

    void cancelAll(CommandSlot command) {
        AccountState account = venue.account(command);
        boolean everywhere = command.symbol().length() == 0;
        Book book = venue.book(command.symbol());
        if (account == null) {
            reject(command, RejectReason.ACCOUNT_DISABLED);
        } else if (book == null && !everywhere) {
            reject(command, RejectReason.UNKNOWN_SYMBOL);
        } else {
            cancelOpenOrders(account, book, CancelReason.CLIENT_REQUEST);
        }
    }

    /** Cancels an account's open orders, the oldest first; of one book, or of all if it is null. */
    void cancelOpenOrders(AccountState account, @Nullable Book book, CancelReason reason) {
        int order = account.oldestOpen;
        while (order != OrderTable.NONE) {
            int next = orders.youngerSibling(order);
            if (book == null || orders.book(order) == book.index) {
                matcher.cancelResting(order, reason);
            }
            order = next;
        }
    }
}
