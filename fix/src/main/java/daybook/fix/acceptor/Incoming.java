package daybook.fix.acceptor;

import quickfix.Message;

/** A request that the session layer has taken in, and from whom. */
record Incoming(String counterparty, Message message) {
    Fields fields() {
        return new Fields(message);
    }
}
