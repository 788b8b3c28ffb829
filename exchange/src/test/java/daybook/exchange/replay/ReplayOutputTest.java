package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.EventJson;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a replay leaves: a whole file or none, in the two forms, and a summary. */
class ReplayOutputTest {
    private static final String FILE = String.join(
            "\n",
            RowReader.HEADER,
            "1,LOAD,l1,A,100.50,7,",
            "2,PHASE,,,PREOPEN,,",
            "3,NEW,b1,B,101,4,p1",
            "4,NEW,a1,A,99,10,p1",
            "5,NEW_MKT,m1,B,,3,",
            "6,NEW_IOC,i1,B,200,3,",
            "7,PHASE,,,OPEN,,",
            "8,NEW,\\o,A,101.25,2,p2",
            "9,NEW,b2,B,101.25,8,p2",
            "10,AMEND,ghost,B,90,5,",
            "11,CANCEL,nobody,,,,",
            "12,REDUCE,ghost,,,2,",
            "");

    @Test
    void executionsAreWrittenAsCsv() throws IOException {
        StringWriter out = new StringWriter();

        run(FILE, new CsvExecutions(out), EventOutput.NONE);

        // The uncross: 99 and 100.5 both trade 7 of 7; the lower has the smaller imbalance.
        assertThat(out.toString().lines())
                .containsExactly(
                        "n,seq,kind,resting_id,price,qty",
                        "7,1,FILL,m1,99,3",
                        "7,2,FILL,b1,99,4",
                        "7,3,FILL,a1,99,7",
                        "9,1,FILL,a1,99,3",
                        "9,2,FILL,l1,100.5,5");
    }

    @Test
    void executionsAreWrittenAsJsonWithTheSameFields() throws IOException {
        StringWriter out = new StringWriter();

        run(
                RowReader.HEADER + "\n1,NEW,\\o,A,101.25,2,p2\n2,NEW,b2,B,101.25,8,p2\n",
                new JsonExecutions(out),
                EventOutput.NONE);

        assertThat(out.toString())
                .isEqualTo(
                        "{\"n\":2,\"seq\":1,\"kind\":\"STP\",\"resting_id\":\"\\\\o\",\"price\":\"101.25\",\"qty\":\"2\"}\n");
    }

    @Test
    void theSummaryTellsHowItEnded() throws IOException {
        long[] clock = {0};
        ReplaySummary summary = new Replay(ReplayOptions.DEFAULT, new EngineTarget(), () -> clock[0] += 2_000_000_000)
                .run(TextSource.of(FILE), ExecutionSink.NONE, EventOutput.NONE);

        assertThat(summary.commands()).isEqualTo(12);
        assertThat(summary.executions()).isEqualTo(5);
        assertThat(summary.bestBid()).isEqualTo("90");
        assertThat(summary.bestAsk()).isEqualTo("100.5");
        assertThat(summary.restingOrders()).isEqualTo(3);
        assertThat(summary.unknownIds()).isEqualTo(2);
        assertThat(summary.elapsed()).isEqualTo(Duration.ofSeconds(2));
        assertThat(summary.commandsPerSecond()).isEqualTo(6);
    }

    @Test
    void eventsAreWrittenAsOnTheTopicAndCounted() throws IOException {
        StringWriter out = new StringWriter();

        ReplaySummary summary = run(FILE, ExecutionSink.NONE, new EventLines(out));

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(Math.toIntExact(summary.events()));
        for (int i = 0; i < lines.size(); i++) {
            byte[] utf8 = lines.get(i).getBytes(StandardCharsets.UTF_8);
            assertThat(EventJson.readEvent(utf8).seq()).isEqualTo(i + 1);
        }
    }

    @Test
    void theSameFileGivesTheSameBytesEveryTime() throws IOException {
        StringWriter first = new StringWriter();
        run(FILE, new CsvExecutions(first), new EventLines(first));

        for (int i = 0; i < 20; i++) {
            StringWriter again = new StringWriter();
            run(FILE, new CsvExecutions(again), new EventLines(again));
            assertThat(again.toString()).isEqualTo(first.toString());
        }
    }

    @Test
    void anOutputFileAppearsWholeOrNotAtAll(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("fills.csv");
        Files.writeString(path, "of an earlier run");

        assertThatThrownBy(() -> {
                    try (OutputFile out = new OutputFile(path)) {
                        run(FILE.replace("8,NEW,\\o", "8,NEW,l1"), new CsvExecutions(out.writer()), EventOutput.NONE);
                        out.commit();
                    }
                })
                .isInstanceOf(ReplayException.class)
                .hasMessageStartingWith("cmds.csv:9: order_id: l1 ");
        assertThat(path).hasContent("of an earlier run");
        assertThat(namesIn(folder)).containsExactly("fills.csv");

        try (OutputFile out = new OutputFile(path)) {
            run(FILE, new CsvExecutions(out.writer()), EventOutput.NONE);
            assertThat(path).hasContent("of an earlier run");
            out.commit();
        }
        assertThat(path).content().startsWith("n,seq,kind").endsWith("9,2,FILL,l1,100.5,5\n");
        assertThat(namesIn(folder)).containsExactly("fills.csv");
    }

    @Test
    void whatIsNoFileIsNeverReplacedAndALinkStaysALink(@TempDir Path folder) throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThatThrownBy(() -> new OutputFile(other)).isInstanceOf(IOException.class);
        assertThat(other).isDirectory();

        Path real = Files.writeString(other.resolve("real.csv"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), real);
        try (OutputFile out = new OutputFile(link)) {
            out.writer().write("new");
            out.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(real).hasContent("new");
        assertThat(namesIn(other)).containsExactly("real.csv");
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static ReplaySummary run(String text, ExecutionSink executions, EventOutput events) throws IOException {
        return new Replay(ReplayOptions.DEFAULT, new EngineTarget(), System::nanoTime)
                .run(TextSource.of(text), executions, events);
    }
}
