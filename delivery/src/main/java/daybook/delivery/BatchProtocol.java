package daybook.delivery;

import java.sql.SQLException;

/** In which order the effect of a batch, its cursors and the commits happen: all that tells the delivery modes apart. */
interface BatchProtocol {

    /** One batch, and the steps that can be taken with it. */
    interface Batch {
        void apply() throws SQLException;

        void moveCursors() throws SQLException;

        void commit() throws SQLException;
    }

    void run(Batch batch) throws SQLException;

    static BatchProtocol of(DeliveryMode mode) {
        return switch (mode) {
            case AT_MOST_ONCE ->
                batch -> {
                    batch.moveCursors();
                    batch.commit();
                    batch.apply();
                    batch.commit();
                };
            case AT_LEAST_ONCE ->
                batch -> {
                    batch.apply();
                    batch.commit();
                    batch.moveCursors();
                    batch.commit();
                };
            case ATOMIC, IDEMPOTENT ->
                batch -> {
                    batch.apply();
                    batch.moveCursors();
                    batch.commit();
                };
        };
    }
}
