package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios of the journal as they meet the whole program; every byte and bit of them is in the tests of the journal. */
class JournalScenariosIT {
    @TempDir
    Path folder;

    /** J-02: zeros behind the last record of a killed venue are not written yet. */
    @Test
    void zerosBehindTheEndAreNotWrittenYet() throws IOException {
        Scenario venue = Scenario.in(folder.resolve("data"));
        for (int zeros : List.of(1, 7, 4_096, 4_194_304)) {
            venue.order("A" + zeros, "buy 1@" + (1 + zeros % 90));
            venue.kill();
            try (RandomAccessFile file =
                    new RandomAccessFile(newestSegment(venue.data()).toFile(), "rw")) {
                file.setLength(file.length() + zeros);
            }
            venue.restart();
            venue.order("B" + zeros, "buy 1@" + (1 + zeros % 90));
            venue.killAndRestart();
        }
        venue.end();
    }

    /** J-03: a bit flipped in the middle. */
    @Test
    void aDamagedRecordInTheMiddleStopsTheStartAndNothingIsTouched() throws IOException {
        Path data = folder.resolve("data");
        Scenario venue = Scenario.in(data);
        for (int i = 0; i < 100; i++) {
            venue.order("A" + i, "buy 1@" + (1 + i));
        }
        venue.end();
        Path segment = newestSegment(data);
        byte[] bytes = Files.readAllBytes(segment);
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(end / 2);
            file.write(bytes[end / 2] ^ 4);
        }
        Map<String, String> before = sums(data);

        Program.Outcome start = Program.run("up", "--data", data.toString(), "--port", "0", "--for", "2s");
        Program.Outcome verify = Program.run("journal", "verify", data.toString());

        assertThat(start.exitCode()).as(start.toString()).isNotZero();
        assertThat(start.err()).contains(segment.getFileName().toString()).doesNotContain("\tat ");
        assertThat(verify.exitCode()).as(verify.toString()).isEqualTo(6);
        assertThat(verify.err()).contains(segment.getFileName().toString()).contains("seq ");
        assertThat(sums(data)).isEqualTo(before);
    }

    /** J-07: ten at the same instant on an empty directory, one of them through a link. */
    @Test
    void ofTenThatStartAtOnceOneRuns() throws IOException, InterruptedException {
        Path data = Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path link = Files.createSymbolicLink(folder.resolve("link"), data);
        List<Process> starts = new ArrayList<>();
        List<Path> errors = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Path error = Files.createTempFile(folder, "start", ".err");
            errors.add(error);
            starts.add(new ProcessBuilder(Program.command(
                            "up", "--data", (i == 5 ? link : data).toString(), "--port", "0", "--for", "15s"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(error.toFile())
                    .start());
        }
        List<Integer> exits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            exits.add(starts.get(i).waitFor());
            if (exits.get(i) != 0) {
                assertThat(Files.readString(errors.get(i)))
                        .containsAnyOf("locked", "in use")
                        .doesNotContain("\tat ");
            }
        }
        assertThat(exits).containsOnlyOnce(0);
        new Outside(data).isClean();
    }

    /** J-12: an empty journal under a checkpoint that knows better, and a start without load. */
    @Test
    void aRestartNeverEmptiesTheLog() throws IOException {
        Path data = folder.resolve("data");
        Scenario venue = Scenario.in(data);
        for (int i = 0; i < 50; i++) {
            venue.order("A" + i, "buy 1@" + (1 + i));
        }
        String book = venue.book();
        for (int i = 0; i < 3; i++) {
            venue.killAndRestart();
            assertThat(venue.book()).isEqualTo(book);
        }
        venue.end();
        Path away = folder.resolve("away");
        Files.move(data.resolve("journal"), away);

        Program.Outcome refused = Program.run("up", "--data", data.toString(), "--port", "0", "--for", "1s");

        assertThat(refused.exitCode()).as(refused.toString()).isNotZero();
        assertThat(refused.err()).contains("checkpoint").doesNotContain("\tat ");
        deleteAll(data.resolve("journal"));
        Files.move(away, data.resolve("journal"));
        new Outside(data).isClean();
    }

    /** J-10: of the log everything can be left out that is no data. */
    @Test
    void indexFilesAreOnlyAHint() throws IOException {
        Path data = folder.resolve("data");
        RunningVenue first = RunningVenue.start(data, "--rate", "200");
        Told told = new Told();
        Load load = new Load(first, "hint", told);
        RunningVenue.pause(java.time.Duration.ofSeconds(2));
        load.stop();
        assertThat(first.stop()).isZero();
        int spoiled = 0;
        try (Stream<Path> files = Files.walk(data.resolve("log"))) {
            for (Path hint : files.filter(f -> f.toString().endsWith(".index")).toList()) {
                spoiled++;
                switch (spoiled % 4) {
                    case 0 -> Files.delete(hint);
                    case 1 -> Files.write(hint, new byte[0]);
                    case 2 -> Files.write(hint, new byte[(int) Files.size(hint)]);
                    default -> Files.write(hint, java.util.Arrays.copyOf(Files.readAllBytes(hint), 3));
                }
            }
        }
        System.out.println(spoiled + " index files spoiled");
        RunningVenue second = RunningVenue.start(data, "--traders", "0");
        second.endsWell(told);
        new Outside(data).isClean(told);
    }

    private static Path newestSegment(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("journal"))) {
            return files.filter(f -> f.toString().endsWith(".journal"))
                    .sorted()
                    .reduce((a, b) -> b)
                    .orElseThrow();
        }
    }

    private static Map<String, String> sums(Path directory) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    sums.put(
                            directory.relativize(file).toString(),
                            HexFormat.of().formatHex(digest));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (NoSuchAlgorithmException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        return sums;
    }

    private static void deleteAll(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
