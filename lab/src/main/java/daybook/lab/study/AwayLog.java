package daybook.lab.study;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import org.jspecify.annotations.Nullable;

/** A log that can be away: every call of it, of its producers and of its readers is then refused at once. */
final class AwayLog {
    private final Log log;
    private boolean away;

    AwayLog(Log log) {
        this.log = log;
    }

    void set(boolean isAway) {
        away = isAway;
    }

    Log log() {
        return Intercepted.of(Log.class, log, (name, call) -> {
            refuse();
            Object answer = call.proceed();
            if (answer instanceof Producer producer) {
                return Intercepted.of(Producer.class, producer, this::unlessClosed);
            }
            return answer instanceof OwnedReader reader
                    ? Intercepted.of(OwnedReader.class, reader, this::unlessClosed)
                    : answer;
        });
    }

    private @Nullable Object unlessClosed(String name, Intercepted.Call call) throws Throwable {
        if (!name.equals("close")) {
            refuse();
        }
        return call.proceed();
    }

    private void refuse() {
        if (away) {
            throw new LogException(LogException.Kind.UNAVAILABLE, "the log is away");
        }
    }
}
