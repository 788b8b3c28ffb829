package daybook.strategies.evaluate;

import daybook.log.StoredRecord;
import daybook.strategies.Bodies;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Shards;
import java.util.Optional;

/**
 * A record of the topic of batches.
 *
 * @param id of the batch; of one that cannot be read, its place
 * @param batch empty if it is none
 * @param error why it is none; empty if it is one
 */
record Incoming(StoredRecord record, String id, Optional<EvaluateBatch> batch, String error) {

    /** Reads and checks one. */
    static Incoming of(StoredRecord record, Shards shards) {
        try {
            EvaluateBatch batch = Bodies.readBatch(record.record().value());
            for (long id : batch.strategyIds()) {
                if (shards.of(id) != batch.shard()) {
                    return invalid(
                            record,
                            "strategyIds: " + id + " is in shard " + shards.of(id) + " (expected: " + batch.shard()
                                    + ", the batch's)");
                }
            }
            return new Incoming(record, batch.id().toString(), Optional.of(batch), "");
        } catch (IllegalArgumentException malformed) {
            return invalid(record, String.valueOf(malformed.getMessage()));
        }
    }

    private static Incoming invalid(StoredRecord record, String error) {
        // Not the id that it claims: a batch in order may have that, too.
        String id = "invalid:" + record.place() + "@" + record.offset();
        return new Incoming(record, id, Optional.empty(), error);
    }
}
