package daybook.fix.acceptor;

/**
 * A request to cancel or replace an order.
 *
 * @param counterparty who asked
 * @param orderId 0 while it is not known
 */
record Change(String counterparty, boolean replaces, long orderId, String clOrdId, String origClOrdId) {

    Change of(long newOrderId) {
        return new Change(counterparty, replaces, newOrderId, clOrdId, origClOrdId);
    }
}
