package daybook.spring;

import daybook.delivery.Inbox;
import java.time.InstantSource;

/** Makes inboxes of consumers. Safe for many threads. */
public final class Inboxes {
    private final Joined joined;
    private final InstantSource clock;

    Inboxes(Joined joined, InstantSource clock) {
        this.joined = joined;
        this.clock = clock;
    }

    /** @param consumer stable for ever: it is in the table with each event */
    public TransactionalInbox of(String consumer) {
        return new TransactionalInbox(consumer);
    }

    /** Which events a consumer has processed, in the application's database. Safe for many threads. */
    public final class TransactionalInbox {
        private final String consumer;

        private TransactionalInbox(String consumer) {
            this.consumer = consumer;
        }

        /**
         * Claims an event in the caller's transaction. True once, in the transaction that commits; false ever after.
         *
         * @throws IllegalStateException if there is no transaction
         * @throws daybook.delivery.DeliveryException if the database refuses
         */
        public boolean claim(String eventId) {
            return joined.run("inbox", connection -> new Inbox(consumer, clock).claim(connection, eventId));
        }
    }
}
