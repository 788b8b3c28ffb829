package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.journal.FileDisk;
import daybook.journal.Frame;
import daybook.journal.Journal;
import daybook.journal.JournalSettings;
import daybook.journal.JournalWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/** The journal alone: entries of one size, each a group of its own, framed and checksummed, one force per batch. */
public final class JournalAppend implements Contestant {
    private final int records;
    private final int recordBytes;
    private final int perForce;

    public JournalAppend(int records, int recordBytes, int perForce) {
        this.records = records;
        this.recordBytes = recordBytes;
        this.perForce = perForce;
    }

    @Override
    public String name() {
        return "Daybook journal";
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("journal");
        double rate;
        try (Journal journal = Journal.open(new FileDisk(), folder, JournalSettings.of(new UUID(1, 1), 1))) {
            JournalWriter writer = journal.writer();
            // The raw file is zero-filled before its clock starts; so is our first segment. Later ones are within the
            // time.
            writer.reserve(perForce * Frame.sizeOf(recordBytes));
            long start = System.nanoTime();
            for (int i = 0; i < records; i++) {
                append(writer, i);
                if ((i + 1) % perForce == 0) {
                    writer.write();
                    writer.force();
                }
            }
            rate = records / ((System.nanoTime() - start) / 1e9);
            if (writer.durableCommandSeq() != records) {
                throw new IllegalStateException("durable: " + writer.durableCommandSeq() + ", not " + records);
            }
        }
        Scratch.delete(folder);
        return rate;
    }

    private void append(JournalWriter writer, int i) {
        ByteBuffer payload = writer.begin(recordBytes);
        for (int j = 0; j < recordBytes / Long.BYTES; j++) {
            payload.putLong(i * 31L + j);
        }
        writer.endCommand();
        writer.endGroup();
    }
}
