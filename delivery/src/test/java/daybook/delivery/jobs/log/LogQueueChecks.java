package daybook.delivery.jobs.log;

import static daybook.delivery.jobs.log.LogQueueWorld.work;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.locks.LockStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The guarantees that planted bugs break, as checks that take a queue with other parts. */
final class LogQueueChecks {
    private LogQueueChecks() {}

    static void staleWorkerMovesNothing(LogQueueWorld world, UnaryOperator<LogQueue.Parts> change) {
        LogQueue stale = world.queue(change);
        for (String payload : List.of("a", "b", "c")) {
            stale.push(world.in(4, payload));
        }
        Reserved late = stale.reserve().orElseThrow();

        world.endLeases();
        LogQueue owner = world.queue(change);
        assertThat(work(owner)).containsExactly("a#2", "b#1", "c#1");

        assertThat(stale.acknowledge(late)).isFalse();
        assertThat(stale.release(late, Duration.ZERO, "late")).isFalse();
        assertThat(stale.fail(late, "late")).isFalse();
        assertThat(owner.size()).isEqualTo(new QueueSize(0, 0, 0));
        assertThat(world.log.endOffset(world.place(4))).isEqualTo(3);
        owner.close();
        assertThat(world.log.committed("jobs.work", world.place(4))).hasValue(3);
    }

    static void deathsAreCounted(LogQueueWorld world, UnaryOperator<LogQueue.Parts> change) {
        LogQueue first = world.queue(change);
        first.push(world.in(0, "deadly"));
        assertThat(first.reserve().orElseThrow().attempt()).isEqualTo(1);

        world.kill(first);
        LogQueue second = world.queue(change);
        Reserved again = second.reserve().orElseThrow();
        assertThat(again.attempt()).isEqualTo(2);
        second.release(again, Duration.ZERO, "not yet");
        assertThat(second.reserve().orElseThrow().attempt()).isEqualTo(3);

        world.kill(second);
        LogQueue third = world.queue(change);
        Reserved last = third.reserve().orElseThrow();
        assertThat(last.attempt()).isEqualTo(4);
        third.fail(last, "worker died");
        assertThat(third.failed(1).get(0).history())
                .extracting(line -> line.substring(line.indexOf(' ') + 1))
                .containsExactly(
                        "attempt 1: worker died, or lost its lease",
                        "attempt 2: not yet",
                        "attempt 3: worker died, or lost its lease");
    }

    static void delayedHoldsUpItsPartition(LogQueueWorld world, UnaryOperator<LogQueue.Parts> change) {
        LogQueue queue = world.queue(change);
        String id = queue.push(world.in(0, "A", Duration.ofSeconds(20))).orElseThrow();
        queue.push(world.in(0, "B"));
        queue.push(world.in(0, "C"));
        for (int i = 0; i < 100; i++) {
            queue.push(world.in(1, "" + i));
        }
        long dueAtMs = world.time.millis() + 20_000;

        assertThat(work(queue)).hasSize(100);
        assertThat(queue.waits())
                .containsExactly(world.place(0) + " waits for job " + id + " until " + Instant.ofEpochMilli(dueAtMs));
        assertThat(queue.size()).isEqualTo(new QueueSize(3, 0, 0));

        world.time.pass(Duration.ofSeconds(10));
        queue.close();
        LogQueue restarted = world.queue(change);
        assertThat(restarted.reserve()).isEmpty();
        world.time.pass(Duration.ofMillis(9_999));
        assertThat(restarted.reserve()).isEmpty();
        world.time.pass(Duration.ofMillis(1));
        assertThat(work(restarted)).containsExactly("A#1", "B#1", "C#1");
        assertThat(restarted.waits()).isEmpty();
    }

    static void delayOfARetryIsKept(LogQueueWorld world, UnaryOperator<LogQueue.Parts> change) {
        LogQueue queue = world.queue(change);
        queue.push(world.in(3, "later", Duration.ofSeconds(30)));
        assertThat(queue.reserve()).isEmpty();
        world.time.pass(Duration.ofSeconds(30));
        queue.release(queue.reserve().orElseThrow(), Duration.ofSeconds(15), "first");
        world.time.pass(Duration.ofSeconds(15));
        queue.release(take(queue), Duration.ofSeconds(15), "second");
        queue.close();

        LogQueue restarted = world.queue(change);
        world.time.pass(Duration.ofMillis(14_999));
        assertThat(restarted.reserve()).isEmpty();
        world.time.pass(Duration.ofMillis(1));
        assertThat(work(restarted)).containsExactly("later#3");
    }

    /** Each worker with a store that it was given. */
    static void onePartitionIsOneWorkers(LogQueueWorld world, Supplier<LockStore> store) {
        LogQueue one = world.queue(store.get(), parts -> parts);
        LogQueue two = world.queue(store.get(), parts -> parts);
        one.push(world.in(0, "only once"));

        Optional<Reserved> first = one.reserve();
        world.endInFlight(); // the numbers are the second wall; this is about the first
        Optional<Reserved> second = two.reserve();

        assertThat(first).isPresent();
        assertThat(second).as("the same job on another machine").isEmpty();
    }

    private static Reserved take(LogQueue queue) {
        Optional<Reserved> next = queue.reserve();
        assertThat(next).isPresent();
        return next.orElseThrow();
    }
}
