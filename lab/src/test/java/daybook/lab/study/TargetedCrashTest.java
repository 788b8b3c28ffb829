package daybook.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.CrashHook;
import daybook.delivery.CrashHook.Stage;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One crash, at a chosen step of the one batch. */
class TargetedCrashTest {
    private static final int BATCH = 100;

    @TempDir
    Path dir;

    @Test
    void committingAfterwardsRepeatsTheWholeBatchIfItDiesJustBeforeTheCommit() {
        assertThat(counts(DeliveryMode.AT_LEAST_ONCE, Stage.BEFORE_COMMIT, BATCH))
                .hasSize(BATCH)
                .containsOnly(2);
    }

    @Test
    void committingFirstLosesWhatHadNotBeenProcessed() {
        int[] counts = counts(DeliveryMode.AT_MOST_ONCE, Stage.PROCESS, 4);

        assertThat(Arrays.copyOf(counts, 4)).containsOnly(1);
        assertThat(Arrays.copyOfRange(counts, 4, BATCH)).containsOnly(0);
    }

    @Test
    void atomicAndIdempotentCountOnceWhereverItDies() {
        for (DeliveryMode mode : List.of(DeliveryMode.ATOMIC, DeliveryMode.IDEMPOTENT)) {
            assertThat(counts(mode, Stage.BEFORE_COMMIT, BATCH)).containsOnly(1);
            assertThat(counts(mode, Stage.PROCESS, 4)).containsOnly(1);
        }
    }

    private int[] counts(DeliveryMode mode, Stage stage, int index) {
        CrashPlan plan = new CrashPlan(1, 1, BATCH, 1, BATCH, 0);
        Path directory = dir.resolve(mode + "-" + stage);
        return Benches.on(directory, bench -> {
            String topic = bench.topic("targeted", 1).name();
            publish(bench, topic, plan);
            Effects effects = switch (mode) {
                case AT_MOST_ONCE, AT_LEAST_ONCE -> new OutsideEffects(plan);
                case ATOMIC -> new StoredEffects(plan, Optional.empty());
                case IDEMPOTENT -> new StoredEffects(plan, Optional.of(new Inbox("lab-targeted", bench.clock())));
            };
            Service.Reading reading = new Service.Reading(topic, mode, BATCH);
            try (Service service = new Service(bench, "lab-targeted", reading, effects)) {
                service.work(once(stage, index));
                return effects.counts(service.writer());
            } catch (SQLException failed) {
                throw new LabException("targeted", failed);
            }
        });
    }

    private static void publish(Workbench bench, String topic, CrashPlan plan) {
        try (Producer producer = bench.log().producer("lab-targeted")) {
            Acknowledgements sent = new Acknowledgements();
            for (LabFill fill : LabFill.ofDay(plan, 1)) {
                LogRecord record = new LogRecord(fill.key(), fill.body(), List.of(), 0);
                producer.send(topic, OptionalInt.empty(), record, Producer.NO_SEQ, sent);
            }
            producer.flush();
            sent.require(topic, plan.fills());
        }
    }

    private static CrashHook once(Stage stage, int index) {
        boolean[] struck = {false};
        return (at, step) -> {
            if (!struck[0] && at == stage && step == index) {
                struck[0] = true;
                throw new CrashHook.Crash(at, step);
            }
        };
    }
}
