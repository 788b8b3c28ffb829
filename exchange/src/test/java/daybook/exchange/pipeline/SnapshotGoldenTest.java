package daybook.exchange.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.SimDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The format of snapshot files as released: what an old program wrote, this one reads and writes byte for byte. */
class SnapshotGoldenTest {

    @Test
    void aSnapshotIsWrittenAsItAlwaysWas() throws IOException {
        assertThat(HexFormat.of().formatHex(SnapshotStoreTest.fileOf(SnapshotStoreTest.snapshot(7))))
                .isEqualTo(HexFormat.of().formatHex(golden("snapshot-v1.dbs")));
    }

    @Test
    void aReleasedSnapshotIsRead() throws IOException {
        SimDisk disk = new SimDisk();
        Path directory = Path.of("/golden");
        disk.createDirectories(directory);
        SnapshotStore store = new SnapshotStore(disk, directory, SimulatedVenue.VENUE);
        disk.put(store.path(7), golden("snapshot-v1.dbs"));

        assertThat(store.newest().snapshot().orElseThrow().header())
                .isEqualTo(new SnapshotHeader(SimulatedVenue.VENUE, 1, 7, 21, 1_007));
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SnapshotGoldenTest.class.getResourceAsStream(name), "golden file " + name)) {
            return in.readAllBytes();
        }
    }
}
