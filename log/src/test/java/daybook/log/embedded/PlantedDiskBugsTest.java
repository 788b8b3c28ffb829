package daybook.log.embedded;

import static daybook.log.Sample.all;
import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.SimDisk;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Mistakes in what the log asks of the disk: left out on purpose here, and noticed. */
class PlantedDiskBugsTest {
    private static final TopicPartition PLACE = place("orders", 0);
    private static final Path ROOT = Path.of("/venue/log");

    private final SimDisk disk = new SimDisk();

    @Test
    void leavingOutNothingLosesNothing() {
        assertThat(recordsAfterAPowerCut(disk)).isEqualTo(5);
    }

    /** Ack before force. */
    @Test
    void leavingOutTheForceOfAFileLosesAcknowledgedRecords() {
        assertThat(lost(() -> recordsAfterAPowerCut(without("force", disk)))).isTrue();
    }

    @Test
    void leavingOutTheForceOfADirectoryLosesAcknowledgedRecords() {
        assertThat(lost(() -> recordsAfterAPowerCut(without("forceDirectory", disk))))
                .isTrue();
    }

    /** Retention that takes the segment being written, too. */
    @Test
    void retentionThatDeletesTheLastSegmentIsRefusedAtTheNextOpening() {
        EmbeddedStore store = new EmbeddedStore(disk, ROOT);
        EmbeddedLog log = store.open(store.settings().withSegmentRecords(10));
        log.createTopic(topic("orders", 1));
        write(log, PLACE, 0, 25);
        log.keepLast("orders", 0);
        assertThat(disk.list(ROOT.resolve("t-orders/0"))).contains("00000000000000000020.seg");
        log.close();

        disk.delete(ROOT.resolve("t-orders/0/00000000000000000020.seg"));

        assertThatThrownBy(() -> store.open(store.settings())).isInstanceOf(LogException.class);
    }

    private int recordsAfterAPowerCut(Disk through) {
        EmbeddedStore store = new EmbeddedStore(through, ROOT);
        EmbeddedLog log = store.open(store.settings());
        log.createTopic(topic("orders", 1));
        List<Long> acknowledged = write(log, PLACE, 0, 5).stored;
        assertThat(acknowledged).isNotEmpty();

        disk.crash(change -> false);
        EmbeddedStore after = new EmbeddedStore(disk, ROOT);
        try (EmbeddedLog reopened = after.open(after.settings())) {
            return reopened.topic("orders").isEmpty() ? 0 : all(reopened, PLACE).size();
        }
    }

    private static boolean lost(IntSupplier records) {
        try {
            return records.getAsInt() < 5;
        } catch (LogException refused) {
            return true;
        }
    }

    /** The same disk, but one of its methods, or of its files', does nothing. */
    private static Disk without(String method, Disk disk) {
        return proxy(Disk.class, disk, method);
    }

    private static <T> T proxy(Class<T> type, Object target, String leftOut) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, called, arguments) -> {
                    if (called.getName().equals(leftOut)) {
                        return null;
                    }
                    try {
                        Object result = called.invoke(target, arguments);
                        return result instanceof DiskFile file ? proxy(DiskFile.class, file, leftOut) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
