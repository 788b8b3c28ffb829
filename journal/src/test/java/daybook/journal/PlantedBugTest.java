package daybook.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The tests can fail: each of these disks and writers has one of the mistakes that a journal must not have, and the same
 * exploration that passes with the real ones ({@link CrashPointTest}, {@link FailedWriteTest}) finds it.
 */
class PlantedBugTest {
    private static final UnaryOperator<JournalWriter> REAL_WRITER = UnaryOperator.identity();

    @Test
    void namesThatAreNotForced() {
        assertFoundByAPowerCut(NoDirectoryForce::new, REAL_WRITER);
    }

    @Test
    void bytesThatAreNotForced() {
        assertFoundByAPowerCut(disk -> new ForceWhen(disk, () -> false), REAL_WRITER);
    }

    @Test
    void aLineThatMovesBeforeTheForce() {
        assertFoundByAPowerCut(UnaryOperator.identity(), EagerLine::new);
    }

    @Test
    void aLineThatMovesWhenABatchIsStarted() {
        Explorer explorer = Explorer.withLanes(EagerStart::new, 1, 5);
        assertThatThrownBy(explorer::cutThePowerEverywhere).isInstanceOf(AssertionError.class);
    }

    @Test
    void aNewSegmentBeforeTheOldOneIsForced() {
        AtomicBoolean asked = new AtomicBoolean();
        assertFoundByAPowerCut(disk -> new ForceWhen(disk, asked::get), writer -> new TellsWhenAsked(writer, asked));
    }

    @Test
    void aTailThatIsRepairedInPlace() {
        assertFoundByAFault(RenameByRewriting::new);
    }

    @Test
    void aForceThatIsTriedAgain() {
        assertFoundByAFault(RetriedForce::new);
    }

    private static void assertFoundByAPowerCut(UnaryOperator<Disk> disks, UnaryOperator<JournalWriter> writers) {
        Explorer explorer = new Explorer(disks, writers, 5);
        assertThatThrownBy(explorer::cutThePowerEverywhere).isInstanceOf(AssertionError.class);
    }

    private static void assertFoundByAFault(UnaryOperator<Disk> disks) {
        Explorer explorer = new Explorer(disks, REAL_WRITER, 0);
        assertThatThrownBy(() -> {
                    explorer.failEverywhere(SimDisk.Fault.FAIL_AND_MARK_CLEAN);
                    explorer.failEverywhere(SimDisk.Fault.LOSE_ONE_SECTOR);
                })
                .isInstanceOf(AssertionError.class);
    }

    private static final class NoDirectoryForce extends PassingDisk {
        NoDirectoryForce(Disk disk) {
            super(disk);
        }

        @Override
        public void forceDirectory(Path directory) {
            // The mistake.
        }
    }

    /** Forces a file that has its final name only when it is due. */
    private static final class ForceWhen extends PassingDisk {
        private final BooleanSupplier due;
        private final Map<Path, Unnamed> unnamed = new HashMap<>();

        ForceWhen(Disk disk, BooleanSupplier due) {
            super(disk);
            this.due = due;
        }

        @Override
        public DiskFile create(Path file) {
            Unnamed created = new Unnamed(super.create(file));
            unnamed.put(file, created);
            return created;
        }

        @Override
        public void rename(Path from, Path to) {
            super.rename(from, to);
            Objects.requireNonNull(unnamed.get(from)).named = true;
        }

        private final class Unnamed extends PassingFile {
            private boolean named;

            Unnamed(DiskFile file) {
                super(file);
            }

            @Override
            public void force() {
                if (!named || due.getAsBoolean()) {
                    super.force();
                }
            }
        }
    }

    /** Puts the new bytes over the old ones instead of taking the new file. */
    private static final class RenameByRewriting extends PassingDisk {
        RenameByRewriting(Disk disk) {
            super(disk);
        }

        @Override
        public void rename(Path from, Path to) {
            if (!exists(to)) {
                super.rename(from, to);
                return;
            }
            try (DiskFile source = openReadOnly(from);
                    DiskFile target = open(to)) {
                ByteBuffer all = ByteBuffer.allocate((int) source.sizeBytes());
                source.read(all, 0);
                target.write(all.flip(), 0);
                target.truncate(all.limit());
                target.force();
            }
            delete(from);
        }
    }

    private static final class RetriedForce extends PassingDisk {
        RetriedForce(Disk disk) {
            super(disk);
        }

        @Override
        public DiskFile create(Path file) {
            return new PassingFile(super.create(file)) {
                @Override
                public void force() {
                    try {
                        super.force();
                    } catch (DiskException e) {
                        super.force();
                    }
                }
            };
        }
    }

    /** Calls a batch durable when it is written. */
    private static final class EagerLine extends PassingWriter {
        EagerLine(JournalWriter writer) {
            super(writer);
        }

        @Override
        public void force() {
            // The mistake: the line below moves without it.
        }

        @Override
        public long durableCommandSeq() {
            return nextCommandSeq() - 1;
        }
    }

    /** Calls a batch durable when it is under way. */
    private static final class EagerStart extends OverlappingWriter {
        private long started;

        EagerStart(JournalWriter writer) {
            super(writer);
        }

        @Override
        public void startBatch() {
            super.startBatch();
            started = nextCommandSeq() - 1;
        }

        @Override
        public long durableCommandSeq() {
            return Math.max(started, super.durableCommandSeq());
        }
    }

    /** Says when a force was asked for by the caller, and not by a change of segments. */
    private static final class TellsWhenAsked extends PassingWriter {
        private final AtomicBoolean asked;

        TellsWhenAsked(JournalWriter writer, AtomicBoolean asked) {
            super(writer);
            this.asked = asked;
        }

        @Override
        public void force() {
            asked.set(true);
            super.force();
            asked.set(false);
        }

        @Override
        public void close() {
            asked.set(true);
            super.close();
            asked.set(false);
        }
    }
}
