package daybook.delivery.jobs.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.JobKeys;
import daybook.delivery.jobs.log.PlantedKeys;
import daybook.delivery.jobs.log.QueueSteps;
import daybook.log.StoredRecord;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes that are easily made with a queue that is lent its records, each caught by the check that holds the guarantee. */
class PlantedShareQueueBugsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private int worlds;

    private ShareQueueWorld world() {
        return new ShareQueueWorld(Engine.SQLITE, directory.resolve("log-" + ++worlds)).withFailed();
    }

    /** Who stands still between being lent a record and noting it, until another has it, notes nothing and has nothing. */
    private static void aLateLendChangesNothing(ShareQueueWorld world, UnaryOperator<Loans> change) {
        world.queue().push(NewJob.of("slow", "{}"));
        List<Reserved> others = new ArrayList<>();
        ShareQueue other = world.queue();
        QueueSteps standsStill = step -> {
            if (step == QueueSteps.Step.LENT) {
                world.pass(ShareQueueWorld.LEASE.plus(Duration.ofSeconds(1)));
                others.add(other.reserve().orElseThrow());
            }
        };
        ShareQueue late =
                world.queueWith(parts -> new ShareQueue.Parts(change.apply(parts.loans()), parts.keys(), standsStill));

        Optional<Reserved> lent = late.reserve();

        assertThat(lent).as("the other has it").isEmpty();
        assertThat(other.renew(others.get(0))).as("and keeps it").isTrue();
        assertThat(other.acknowledge(others.get(0))).isTrue();
        assertThat(world.queue().size().size()).isZero();
    }

    @Test
    void aLateLendThatTakesTheLoanFromItsHolderIsCaught() {
        try (ShareQueueWorld world = world()) {
            assertThatThrownBy(() -> aLateLendChangesNothing(world, Blind::new)).isInstanceOf(AssertionError.class);
        }
        try (ShareQueueWorld honest = world()) {
            aLateLendChangesNothing(honest, loans -> loans);
        }
    }

    @Test
    void mistakesWithUniqueKeysAreCaught() {
        for (UnaryOperator<JobKeys> bug : PlantedKeys.all()) {
            try (ShareQueueWorld world = world()) {
                ShareQueue queue = world.queueWith(
                        parts -> new ShareQueue.Parts(parts.loans(), bug.apply(parts.keys()), parts.steps()));
                assertThatThrownBy(() -> PlantedKeys.keyIsTakenUntilTheEnd(queue, world::ageKeys))
                        .isInstanceOf(AssertionError.class);
            }
        }
        try (ShareQueueWorld honest = world()) {
            PlantedKeys.keyIsTakenUntilTheEnd(honest.queue(), honest::ageKeys);
        }
    }

    /** Does not look whose a loan is. */
    private record Blind(Loans real) implements Loans {
        @Override
        public boolean lend(Connection connection, StoredRecord stored, long token) throws SQLException {
            if (!real.lend(connection, stored, token)) {
                try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE log_job_loan SET token = ?, lease_until_ms = 9000000000000 WHERE topic = ?"
                                + " AND partition_no = ? AND record_offset = ?")) {
                    update.setLong(1, token);
                    update.setString(2, stored.place().topic());
                    update.setInt(3, stored.place().partition());
                    update.setLong(4, stored.offset());
                    update.executeUpdate();
                }
            }
            return true;
        }

        @Override
        public boolean isHeld(Connection connection, StoredRecord stored, long token) throws SQLException {
            return real.isHeld(connection, stored, token);
        }

        @Override
        public boolean confirm(Connection connection, StoredRecord stored, long token) throws SQLException {
            return real.confirm(connection, stored, token);
        }

        @Override
        public boolean renew(Connection connection, StoredRecord stored, long token) throws SQLException {
            return real.renew(connection, stored, token);
        }

        @Override
        public void end(Connection connection, StoredRecord stored, long token) throws SQLException {
            real.end(connection, stored, token);
        }

        @Override
        public int purge(Connection connection, int partition, long below) throws SQLException {
            return real.purge(connection, partition, below);
        }

        @Override
        public Map<Long, State> of(Connection connection, int partition, long from) throws SQLException {
            return real.of(connection, partition, from);
        }
    }
}
