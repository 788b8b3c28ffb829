package daybook.app.venue;

import daybook.delivery.jobs.JobThreads;
import java.util.concurrent.Executor;

/** A daemon for each job: one that hangs must not keep the process. */
final class DaemonThreads implements JobThreads {
    @Override
    public Started start(String name, Runnable body) {
        Thread thread = daemon(name, body);
        thread.start();
        return thread::interrupt;
    }

    /** A daemon of this name for each. */
    static Executor named(String name) {
        return body -> daemon(name, body).start();
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }
}
