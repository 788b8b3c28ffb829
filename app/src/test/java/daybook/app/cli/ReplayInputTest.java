package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where replay reads and writes, and what is said of a journal that it left and somebody damaged. */
class ReplayInputTest {
    private static final String COMMANDS =
            "n,cmd,order_id,side,price,qty,owner\n1,NEW,a,A,100.5,7,\n2,NEW,b,B,100.5,3,\n";
    private static final String EXECUTIONS = "n,seq,kind,resting_id,price,qty\n2,1,FILL,a,100.5,3\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private Path commands;

    @BeforeEach
    void write() throws IOException {
        commands = Files.writeString(directory.resolve("commands.csv"), COMMANDS);
    }

    @Test
    void stdinIsACommandFileToo() {
        Ran ran = Cli.runWith(Map.of(), COMMANDS, "replay", "-");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo(EXECUTIONS);
    }

    @Test
    void theInputIsNeverWrittenOver() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link.csv"), commands);
        for (String option : new String[] {"--out", "--events"}) {
            for (Path same : new Path[] {commands, link}) {
                Ran ran = Cli.run("replay", commands.toString(), option, same.toString());

                assertThat(ran.exit()).isEqualTo(2);
                assertThat(ran.err()).contains("expected: a file other than the input");
            }
        }
        String one = directory.resolve("one").toString();
        assertThat(Cli.run("replay", commands.toString(), "--out", one, "--events", one)
                        .exit())
                .isEqualTo(2);
        assertThat(commands).hasContent(COMMANDS);
    }

    @Test
    void aDirectoryThatIsNotThereIsSaid() {
        String nowhere = directory.resolve("nowhere/out.csv").toString();

        Ran ran = Cli.run("replay", commands.toString(), "--out", nowhere);

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("no such file or directory").hasLineCount(1);
    }

    @Test
    void aDamagedJournalIsTheDisksFaultAndNotAnErrorOfOurs() throws IOException {
        Path data = directory.resolve("data");
        assertThat(Cli.run("replay", commands.toString(), "--data", data.toString())
                        .exit())
                .isZero();
        assertThat(Cli.run("journal", "verify", data.toString()).exit()).isZero();
        Path segment = data.resolve("journal/00000000000000000001.journal");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 3] ^= 1;
        Files.write(segment, bytes);

        assertThat(Cli.run("journal", "verify", data.toString()).exit()).isEqualTo(6);
        Ran dump = Cli.run("journal", "dump", data.toString());

        assertThat(dump.exit()).isEqualTo(1);
        assertThat(dump.err())
                .contains(segment.getFileName() + ": offset ")
                .doesNotContain("error of ours")
                .hasLineCount(1);
    }

    /** Bad in itself, or only beside the rows before it: nothing is left that a next run would stumble over. */
    @Test
    void aBadRowLeavesNoDirectory() throws IOException {
        Path data = directory.resolve("made");
        for (String bad : new String[] {"3,NEW,c,A,x,1,\n", "3,NEW,a,A,100.5,1,\n"}) {
            Path file = Files.writeString(directory.resolve("bad.csv"), COMMANDS + bad);

            Ran ran = Cli.run("replay", file.toString(), "--data", data.toString());

            assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
            assertThat(ran.err()).contains("bad.csv:4:").hasLineCount(1);
            assertThat(data).doesNotExist();
        }
    }

    @Test
    void aBadRowLeavesADirectoryThatWasThereAsItWas() throws IOException {
        Path data = Files.createDirectory(
                directory.resolve("mine"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(data.resolve("note.txt"), "mine");
        Path file = Files.writeString(directory.resolve("bad.csv"), COMMANDS + "3,NEW,a,A,100.5,1,\n");

        assertThat(Cli.run("replay", file.toString(), "--data", data.toString()).exit())
                .isEqualTo(2);

        try (Stream<Path> left = Files.list(data)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("note.txt");
        }
        assertThat(Cli.run("replay", commands.toString(), "--data", data.toString())
                        .exit())
                .isZero();
    }

    /** The journal of a venue may have been moved away; what else it has must not go the way of a failed replay. */
    @ParameterizedTest
    @ValueSource(strings = {"db", "log", "snapshots"})
    void aPartOfAVenueIsNotReplayedInto(String part) throws IOException {
        Path data = Files.createDirectory(
                directory.resolve("mine"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path ledger =
                Files.writeString(Files.createDirectory(data.resolve(part)).resolve("file"), "mine");
        Path bad = Files.writeString(directory.resolve("bad.csv"), COMMANDS + "3,NEW,a,A,100.5,1,\n");

        for (Path file : new Path[] {commands, bad}) {
            Ran ran = Cli.run("replay", file.toString(), "--data", data.toString());

            assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
            assertThat(ran.err()).contains("a part of one: " + part).hasLineCount(1);
            assertThat(ledger).hasContent("mine");
        }
    }

    @Test
    void aDirectoryWithoutAJournalIsNotACleanOne() {
        Ran ran = Cli.run("journal", "verify", directory.toString());

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("no journal here");
    }
}
