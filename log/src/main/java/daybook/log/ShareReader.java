package daybook.log;

import java.time.Duration;
import java.util.List;

/** A worker of a share group: each record is locked to one worker until it is acknowledged, released or its lock ends. */
public interface ShareReader extends AutoCloseable {

    /** A record lent to this worker. */
    record Lent(StoredRecord stored, int deliveries) {}

    List<Lent> poll(int max, Duration timeout);

    /** Done; never delivered again. */
    void accept(Lent lent);

    /** Give it to somebody else. */
    void release(Lent lent);

    /** Cannot be processed; never delivered again. */
    void reject(Lent lent);

    @Override
    void close();
}
