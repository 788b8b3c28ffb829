package daybook.strategies.clock;

import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Producer;

/** A log whose broker stops for a while: what was not acknowledged before is lost to whoever does not send it again. */
public final class AwayLog extends ForwardingLog {
    public boolean away;

    public AwayLog(Log log) {
        super(log);
    }

    @Override
    public Producer producer(String producerId) {
        if (away) {
            throw new LogException(LogException.Kind.UNAVAILABLE, "nobody answers");
        }
        return log.producer(producerId);
    }
}
