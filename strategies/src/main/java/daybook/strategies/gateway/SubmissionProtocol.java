package daybook.strategies.gateway;

import java.sql.SQLException;

/** In which order the steps of a submission and the commits happen: all that keeps an order from being lost or sent twice. */
interface SubmissionProtocol {

    /** Some orders of one account, and the steps that can be taken with them. */
    interface Batch {
        /** Writes that they are about to be sent; those of deposed owners fail. */
        void claim() throws SQLException;

        /** Sends them, one after the other. */
        void submit() throws SQLException;

        /** Writes what has become of them. */
        void record() throws SQLException;

        /** Puts a message for each change written since the last time into the outbox. */
        void publish() throws SQLException;

        /** Throws unless this process still owns the account, and keeps others from taking it until the transaction ends. */
        void confirm() throws SQLException;

        void commit() throws SQLException;
    }

    void send(Batch batch) throws SQLException;

    void settle(Batch batch) throws SQLException;

    /** An order's identity is durable before it is sent; a change and its message are one transaction, and the owner's. */
    SubmissionProtocol STRICT = new SubmissionProtocol() {
        @Override
        public void send(Batch batch) throws SQLException {
            batch.claim();
            batch.publish();
            batch.confirm();
            batch.commit();
            batch.submit();
            settle(batch);
        }

        @Override
        public void settle(Batch batch) throws SQLException {
            batch.record();
            batch.publish();
            batch.confirm();
            batch.commit();
        }
    };
}
