package daybook.delivery.jobs;

import daybook.delivery.ServiceStatus.Light;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of attempts and is not written down yet. A history that cannot be written holds up no job: the newest
 * {@value #MOST} are kept for it. Confined to the worker's thread.
 */
final class Notes {
    private static final int MOST = 1_000;

    private final Map<String, JobRun> waiting = new LinkedHashMap<>();
    private final JobRecords records;
    private final Outage outage;

    Notes(JobRecords records, Outage outage) {
        this.records = records;
        this.outage = outage;
    }

    void add(JobRun run) {
        waiting.remove(run.run()); // the last word comes last
        waiting.put(run.run(), run);
        if (waiting.size() > MOST) {
            Iterator<String> oldest = waiting.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    void write() {
        if (waiting.isEmpty() || outage.isWaiting()) {
            return;
        }
        try {
            records.write(List.copyOf(waiting.values()));
            waiting.clear();
            outage.worked();
        } catch (RuntimeException away) { // whatever is wrong with it, the jobs go on
            outage.failed(away);
        }
    }

    Light light() {
        return outage.isFailing() ? Light.AMBER : Light.GREEN;
    }

    String reason() {
        return "history: " + outage.reason();
    }
}
