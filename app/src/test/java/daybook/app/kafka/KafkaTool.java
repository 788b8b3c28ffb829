package daybook.app.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Kafka's own command-line tools, each in a process of its own, as its script runs it. */
public final class KafkaTool {
    public static final String CONSUMER_GROUPS = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand";
    public static final String CONSOLE_CONSUMER = "org.apache.kafka.tools.consumer.ConsoleConsumer";

    private static final long DEADLINE_SECONDS = 120;

    private KafkaTool() {}

    /** What it said. */
    public record Said(String out, String err) {}

    /** @param mainClass of Kafka's tools */
    public static Said run(String brokers, String mainClass, String... arguments) {
        try {
            Path jars = Path.of(System.getProperty("daybook.root", ".."), "build", "broker", "target", "class-path");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    Files.readString(jars).strip(),
                    mainClass,
                    "--bootstrap-server",
                    brokers));
            command.addAll(List.of(arguments));
            return run(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Said run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("tool", ".out");
        Path err = Files.createTempFile("tool", ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("still running after " + DEADLINE_SECONDS + " s: " + command);
        }
        Said said = new Said(Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return said;
    }

    /** Of the table of {@link #CONSUMER_GROUPS}: group, topic, partition, current offset, end offset, lag, and more. */
    public static List<String[]> rows(String table, String group, String topic) {
        return table.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > 5 && row[0].equals(group) && row[1].equals(topic))
                .toList();
    }
}
