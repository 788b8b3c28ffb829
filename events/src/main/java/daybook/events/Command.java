package daybook.events;

/**
 * What somebody asks the exchange to do. Numbered ({@code commandSeq}) and timed when the exchange takes it in, and journaled
 * whole: the same commands always give the same events.
 */
public sealed interface Command {

    /** Tells commands apart. */
    enum Kind {
        NEW_ORDER,
        AMEND_ORDER,
        CANCEL_ORDER,
        CANCEL_ALL,
        LOAD_ORDER,
        SET_SESSION,
        CHANGE_INSTRUMENT,
        CHANGE_ACCOUNT,
        CHANGE_KILL_SWITCH
    }

    Kind kind();

    /**
     * A new order.
     *
     * @param clientOrderId 1 to 36 characters of {@code [A-Za-z0-9_-]}, unique per account
     * @param price limit price in price units; 0 for a market order
     * @param quantity in quantity units
     */
    record NewOrder(
            String accountId,
            String clientOrderId,
            String symbol,
            Side side,
            OrderType orderType,
            TimeInForce timeInForce,
            long price,
            long quantity)
            implements Command {
        @Override
        public Kind kind() {
            return Kind.NEW_ORDER;
        }
    }

    /**
     * New price and quantity for an open order. The same price and no more open quantity keeps the place in the queue; anything
     * else takes the order out and enters it again, where it may trade.
     *
     * @param price new limit price; 0 = unchanged
     * @param quantity new whole quantity, what has traded included; 0 = unchanged; at or below the traded quantity cancels
     */
    record AmendOrder(String accountId, long orderId, long price, long quantity) implements Command {
        @Override
        public Kind kind() {
            return Kind.AMEND_ORDER;
        }
    }

    /** Takes an open order out of the book. */
    record CancelOrder(String accountId, long orderId) implements Command {
        @Override
        public Kind kind() {
            return Kind.CANCEL_ORDER;
        }
    }

    /**
     * Takes all open orders of an account out of the book.
     *
     * @param symbol only those of this symbol; "" = all
     */
    record CancelAll(String accountId, String symbol) implements Command {
        @Override
        public Kind kind() {
            return Kind.CANCEL_ALL;
        }
    }

    /** Puts a limit order into the book without matching it: how a book is seeded from somebody's snapshot. Operators only. */
    record LoadOrder(String accountId, String clientOrderId, String symbol, Side side, long price, long quantity)
            implements Command {
        @Override
        public Kind kind() {
            return Kind.LOAD_ORDER;
        }
    }

    /** Moves the venue to another state. From AUCTION to OPEN the books uncross; to CLOSED what may not rest expires. */
    record SetSession(SessionState state) implements Command {
        @Override
        public Kind kind() {
            return Kind.SET_SESSION;
        }
    }

    /** Adds an instrument or changes its settings. */
    record ChangeInstrument(Instrument instrument) implements Command {
        @Override
        public Kind kind() {
            return Kind.CHANGE_INSTRUMENT;
        }
    }

    /** Adds an account or changes its settings. */
    record ChangeAccount(Account account) implements Command {
        @Override
        public Kind kind() {
            return Kind.CHANGE_ACCOUNT;
        }
    }

    /**
     * Engages or releases the kill switch.
     *
     * @param accountId "" = the whole venue
     */
    record ChangeKillSwitch(String accountId, boolean engaged) implements Command {
        @Override
        public Kind kind() {
            return Kind.CHANGE_KILL_SWITCH;
        }
    }
}
