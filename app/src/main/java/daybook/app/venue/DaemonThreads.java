package daybook.app.venue;

import daybook.delivery.jobs.JobThreads;

/** A daemon for each job: one that hangs must not keep the process. */
final class DaemonThreads implements JobThreads {
    @Override
    public Started start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread::interrupt;
    }
}
