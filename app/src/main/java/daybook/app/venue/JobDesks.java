package daybook.app.venue;

import daybook.app.jobs.JobDesk;
import daybook.app.jobs.JobSettings;
import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import daybook.delivery.jobs.Worker;
import daybook.delivery.jobs.WorkerSettings;
import daybook.events.Topics;
import daybook.log.kafka.KafkaLogSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Jobs for the command line, beside the processes of a venue or without them. Close it last. */
public final class JobDesks implements AutoCloseable {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Opened opened = new Opened();
    private final JobSettings settings;
    private final JobParts parts;

    /**
     * Where the jobs are.
     *
     * @param kafka what carries them, if the driver needs a log; the embedded log is in the hands of a running venue
     */
    public record Place(
            PostTrade postTrade,
            DataDirectory data,
            JobSettings settings,
            Optional<KafkaLogSettings> kafka,
            Topics topics) {}

    /**
     * What a worker of the command line does.
     *
     * @param queues of those that are declared
     * @param maxJobs 0 = no end
     * @param untilEmpty ends once it has found nothing
     */
    public record Wanted(List<String> queues, int slots, long maxJobs, boolean untilEmpty, Duration drain) {}

    /** Asks nothing yet. */
    public JobDesks(Place place) {
        this.settings = place.settings();
        Optional<JobWiring.Carrier> carrier =
                place.kafka().flatMap(kafka -> JobWiring.Carrier.of(opened.add(Logs.onKafka(kafka)), place.topics()));
        this.parts = opened.add(new JobParts(
                new JobWiring(settings, place.data(), InstantSource.system(), carrier), place.postTrade()));
    }

    /** Closed with this. */
    public JobDesk desk() {
        return opened.add(parts.desk());
    }

    /**
     * Works in this thread until it is over or told to stop, and then for as long as the drain may take. Rides out a store that is away,
     * also one that is away at the start.
     *
     * @param watch told in each round what is away, if anything is; what it throws ends the work
     * @return how many jobs were done and how many attempts failed
     */
    public ServiceStatus work(Wanted wanted, BooleanSupplier stop, Consumer<Optional<Worker.Away>> watch) {
        if (!prepared(stop, watch)) {
            return new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), 0, 0);
        }
        WorkerSettings how = new WorkerSettings(
                wanted.queues(),
                wanted.slots(),
                settings.lease(),
                wanted.drain(),
                wanted.maxJobs(),
                wanted.untilEmpty());
        Thread self = Thread.currentThread();
        try (JobParts.Work work = parts.work(how, () -> LockSupport.unpark(self))) {
            while (!work.worker().isOver() && !stop.getAsBoolean()) {
                int did = work.worker().pump();
                watch.accept(work.worker().away());
                if (did == 0) {
                    LockSupport.parkNanos(JobParts.REST.toNanos());
                }
            }
            work.end();
            return work.worker().status();
        }
    }

    /** False if it was told to stop before the store answered. */
    private boolean prepared(BooleanSupplier stop, Consumer<Optional<Worker.Away>> watch) {
        while (!stop.getAsBoolean()) {
            try {
                parts.prepare();
                watch.accept(Optional.empty());
                return true;
            } catch (DeliveryException away) {
                watch.accept(Optional.of(new Worker.Away("jobs", away)));
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }
        return false;
    }

    @Override
    public void close() {
        opened.close();
    }
}
