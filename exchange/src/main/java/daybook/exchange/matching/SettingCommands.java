package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.TimeInForce;

/** Decides the commands of operators: session, instruments, accounts, kill switch. */
final class SettingCommands {
    private final Venue venue;
    private final OrderCommands orderCommands;
    private final Matcher matcher;
    private final Auction auction;
    private final Events events;

    SettingCommands(Venue venue, OrderCommands orderCommands, Matcher matcher, Auction auction, Events events) {
        this.venue = venue;
        this.orderCommands = orderCommands;
        this.matcher = matcher;
        this.auction = auction;
        this.events = events;
    }

    /**
     * Moves the venue to another state. The uncross still belongs to the auction, so that no book is crossed once the venue says
     * OPEN; the expiries follow the close.
     */
    void setSession(CommandSlot command) {
        SessionState state = command.session();
        if (state == SessionState.OPEN && venue.auctionPending) {
            venue.books.forEach(auction::uncross);
            venue.auctionPending = false;
        }
        venue.session = state;
        events.sessionChanged(state);
        if (state == SessionState.AUCTION) {
            venue.auctionPending = true;
        } else if (state == SessionState.CLOSED) {
            venue.accounts.forEach(this::expire);
            venue.books.forEach(Book::close);
        }
    }

    private void expire(AccountState account) {
        int order = account.oldestOpen;
        while (order != OrderTable.NONE) {
            int next = venue.orders.youngerSibling(order);
            boolean expires = venue.orders.timeInForce(order) == TimeInForce.DAY
                    || venue.orders.orderType(order) == OrderType.MARKET;
            if (expires) {
                matcher.cancelResting(order, CancelReason.EXPIRED);
            }
            order = next;
        }
    }

    void changeInstrument(CommandSlot command) {
        Instrument instrument = command.instrument();
        Book book = venue.book(command.symbol());
        boolean valid = SettingRules.isValid(instrument)
                && (book == null || SettingRules.mayReplace(book.instrument(), instrument));
        if (!valid) {
            events.rejected(command, 0, RejectReason.INVALID_SETTING);
            return;
        }
        if (book == null) {
            venue.add(instrument);
        } else {
            book.change(instrument);
        }
        events.instrumentChanged(instrument);
    }

    void changeAccount(CommandSlot command) {
        Account settings = command.account();
        if (!SettingRules.isValid(settings)) {
            events.rejected(command, 0, RejectReason.INVALID_SETTING);
            return;
        }
        AccountState account = venue.account(command);
        if (account == null) {
            venue.add(settings, events.time());
        } else {
            account.change(settings, events.time());
        }
        events.accountChanged(settings);
    }

    void changeKillSwitch(CommandSlot command) {
        boolean everybody = command.accountId().length() == 0;
        AccountState account = venue.account(command);
        if (account == null && !everybody) {
            events.rejected(command, 0, RejectReason.INVALID_SETTING);
            return;
        }
        boolean engaged = command.engaged();
        events.killSwitchChanged(command.accountId(), engaged);
        if (account == null) {
            venue.killed = engaged;
            if (engaged) {
                venue.accounts.forEach(each -> orderCommands.cancelOpenOrders(each, null, CancelReason.KILL_SWITCH));
            }
        } else {
            account.killed = engaged;
            if (engaged) {
                orderCommands.cancelOpenOrders(account, null, CancelReason.KILL_SWITCH);
            }
        }
    }
}
