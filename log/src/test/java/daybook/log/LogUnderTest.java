package daybook.log;

import java.time.Duration;

/** One store of one implementation, as the contract sees it. */
public interface LogUnderTest extends AutoCloseable {

    /** Opens the store: the same one each time. The contract closes what it opened before it opens again. */
    Log open();

    /** Lets time pass for sessions and locks. */
    void pass(Duration time);

    /** A session that a member may have; the contract waits for its end, on some logs by the wall. */
    default Duration session() {
        return Duration.ofSeconds(10);
    }

    /** How long a record is lent; the contract waits for its end, too. */
    default Duration lock() {
        return Duration.ofSeconds(5);
    }

    /** For how long nothing has to come until nothing will: a log behind a network takes its time. */
    default Duration patience() {
        return Duration.ZERO;
    }

    @Override
    void close();
}
