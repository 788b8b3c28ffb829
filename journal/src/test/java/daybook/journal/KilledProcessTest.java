package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the real disk, with a real process: killed at random moments, read from outside while it writes. */
class KilledProcessTest {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 20 : 3;

    private final Disk disk = new FileDisk();

    @TempDir
    Path directory;

    @Test
    void whatAKilledProcessAcknowledgedIsThereAndAReaderOutsideNeverSawMore() throws IOException, InterruptedException {
        Random random = new Random(17);
        List<String> seen = new ArrayList<>();
        try (StatedLine line = new StatedLine(disk, directory);
                JournalTailer outside = JournalTailer.entries(disk, directory, 1)) {
            for (int round = 0; round < ROUNDS; round++) {
                long acknowledged = runAndKill(200 + random.nextInt(400), line, outside, seen);

                try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
                    long last = journal.recovery().lastCommandSeq();
                    assertThat(last).isBetween(acknowledged, acknowledged + 1);
                    assertThat(last).isGreaterThanOrEqualTo(line.commandSeq());
                    Entries.batches(journal.writer(), 3);
                }
            }
            line.refresh();
            while (outside.poll(line.commandSeq(), 1_000, Entries.into(seen)) > 0) {}
            assertThat(seen).isEqualTo(Entries.expected(line.commandSeq()));
        }
        assertThat(JournalReport.of(disk, directory).isClean()).isTrue();
    }

    /** Returns the last number that the process said was durable. */
    private long runAndKill(int numbers, StatedLine line, JournalTailer outside, List<String> seen)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long acknowledged = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < numbers; i++) {
                acknowledged = Long.parseLong(out.readLine());
                line.refresh();
                outside.poll(line.commandSeq(), 1_000, Entries.into(seen));
            }
            // Not process.destroyForcibly(): that closes the pipe, and with it the last numbers.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            for (String rest = out.readLine(); rest != null && rest.matches("[0-9]+"); rest = out.readLine()) {
                acknowledged = Math.max(acknowledged, Long.parseLong(rest));
            }
        }
        return acknowledged;
    }
}
