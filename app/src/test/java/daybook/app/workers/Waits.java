package daybook.app.workers;

import daybook.app.jobs.JobSettings.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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
        Map<TopicPartition, Long> ends = ends(asked);
        return plan.driver() == Driver.LOG ? behindTheCursor(asked, ends) : notDone(asked, ends);
    }

    private static Map<TopicPartition, Long> ends(Admin asked) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asking = new HashMap<>();
        asked.describeTopics(List.of(WorkerPlan.TOPIC))
                .allTopicNames()
                .get()
                .values()
                .forEach(topic -> topic.partitions()
                        .forEach(info -> asking.put(
                                new TopicPartition(WorkerPlan.TOPIC, info.partition()), OffsetSpec.latest())));
        Map<TopicPartition, Long> ends = new HashMap<>();
        asked.listOffsets(asking).all().get().forEach((place, end) -> ends.put(place, end.offset()));
        return ends;
    }

    private static long behindTheCursor(Admin asked, Map<TopicPartition, Long> ends)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = asked.listConsumerGroupOffsets(GROUP)
                .partitionsToOffsetAndMetadata()
                .get();
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            OffsetAndMetadata at = committed.get(end.getKey());
            lag += end.getValue() - (at == null ? 0 : at.offset());
        }
        return lag;
    }

    /** As the broker counts: its start offset may stay one record behind the end when all is done. */
    private static long notDone(Admin asked, Map<TopicPartition, Long> ends)
            throws ExecutionException, InterruptedException {
        String group = GROUP + ".share";
        Map<TopicPartition, SharePartitionOffsetInfo> infos = asked.listShareGroupOffsets(
                        Map.of(group, new ListShareGroupOffsetsSpec()))
                .partitionsToOffsetInfo(group)
                .get();
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            SharePartitionOffsetInfo info = infos.get(end.getKey());
            lag += info == null ? end.getValue() : info.lag().orElse(end.getValue() - Math.max(0, info.startOffset()));
        }
        return lag;
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
