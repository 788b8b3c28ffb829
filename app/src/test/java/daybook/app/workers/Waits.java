package daybook.app.workers;

import daybook.app.jobs.JobSettings.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** How much is not done yet, as somebody outside sees it: rows of the table, or the lag of the group. Asks once a second at most. */
final class Waits implements AutoCloseable {
    static final String GROUP = WorkerPlan.PREFIX + "jobs." + WorkerPlan.QUEUE;

    /** Nobody answers now. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private static final long EVERY_NS = Duration.ofSeconds(1).toNanos();

    private final WorkerPlan plan;
    private final Evidences evidences;
    private final @Nullable Admin admin;
    private long known = UNKNOWN;
    private long againNs = System.nanoTime();
    private String said = "";

    Waits(WorkerPlan plan, Evidences evidences) {
        this.plan = plan;
        this.evidences = evidences;
        this.admin = plan.brokers().isEmpty()
                ? null
                : Admin.create(Map.of(
                        "bootstrap.servers",
                        plan.brokers(),
                        "default.api.timeout.ms",
                        "3000",
                        "request.timeout.ms",
                        "3000"));
    }

    long number() {
        if (System.nanoTime() - againNs >= 0) {
            try {
                known = admin == null ? evidences.number("SELECT COUNT(*) FROM jobs.job") : lag(admin);
                said = known + " wait";
            } catch (SQLException | ExecutionException away) {
                known = UNKNOWN;
                said = away.toString();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                known = UNKNOWN;
            }
            againNs = System.nanoTime() + EVERY_NS;
        }
        return known;
    }

    private long lag(Admin asked) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> done = plan.driver() == Driver.LOG ? committed(asked) : shared(asked);
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        asked.describeTopics(List.of(WorkerPlan.TOPIC))
                .allTopicNames()
                .get()
                .values()
                .forEach(topic -> topic.partitions()
                        .forEach(info ->
                                ends.put(new TopicPartition(WorkerPlan.TOPIC, info.partition()), OffsetSpec.latest())));
        long lag = 0;
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
                asked.listOffsets(ends).all().get().entrySet()) {
            lag += end.getValue().offset() - done.getOrDefault(end.getKey(), 0L);
        }
        return lag;
    }

    private static Map<TopicPartition, Long> committed(Admin asked) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> committed = new HashMap<>();
        asked.listConsumerGroupOffsets(GROUP)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((place, at) -> committed.put(place, at == null ? 0 : at.offset()));
        return committed;
    }

    private static Map<TopicPartition, Long> shared(Admin asked) throws ExecutionException, InterruptedException {
        String group = GROUP + ".share";
        Map<TopicPartition, Long> done = new HashMap<>();
        asked.listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
                .partitionsToOffsetInfo(group)
                .get()
                .forEach((place, at) -> done.put(place, at == null ? 0 : Math.max(0, at.startOffset())));
        return done;
    }

    @Override
    public String toString() {
        return said;
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
        }
    }
}
