package daybook.delivery.jobs;

import daybook.delivery.ManualTime;
import java.time.Duration;

class MemoryQueueTest extends JobQueueContract {
    private final ManualTime time = new ManualTime();
    private final MemoryQueue.Store store = new MemoryQueue.Store("memory", LEASE, time);

    @Override
    protected Model model() {
        return Model.FULL;
    }

    @Override
    protected JobQueue open(String worker) {
        return new MemoryQueue(store);
    }

    @Override
    protected void pass(Duration duration) {
        time.pass(duration);
    }
}
