package daybook.log;

import java.time.Duration;

/** One store of one implementation, as the contract sees it. */
public interface LogUnderTest extends AutoCloseable {

    /** Opens the store: the same one each time. The contract closes what it opened before it opens again. */
    Log open();

    /** Lets time pass for sessions and locks. */
    void pass(Duration time);

    @Override
    void close();
}
