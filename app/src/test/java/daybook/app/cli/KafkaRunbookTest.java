package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about Kafka, typed from top to bottom. */
class KafkaRunbookTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\|[^|]*\\| `daybook ([^`]*)` \\| (\\d+) \\|.*\\|$");
    private static final Pattern VARIABLE = Pattern.compile("(?m)^(KAFKA_[A-Z_]+)=(.*)$");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void everyCommandEndsAsThePageSays() throws IOException {
        TestBroker.shared(); // skips where there can be none
        String page = Files.readString(Path.of(System.getProperty("daybook.root", ".."), "docs/runbook/kafka.md"));
        Map<String, String> environment = new HashMap<>();
        int rows = 0;
        try {
            Matcher row = ROW.matcher(page);
            while (row.find()) {
                rows++;
                String[] args = row.group(1).replace("DIR", data.toString()).split(" ");
                Ran ran = Cli.runWith(environment, "hello\n", args);

                assertThat(ran.exit())
                        .as(row.group(1) + "\n" + ran.out() + ran.err())
                        .isEqualTo(Integer.parseInt(row.group(2)));
                if (row.group(1).startsWith("broker start")) {
                    environment.clear();
                    VARIABLE.matcher(ran.out())
                            .results()
                            .forEach(found -> environment.put(found.group(1), found.group(2)));
                }
            }
        } finally {
            Cli.run("broker", "stop", "--data", data.toString());
        }
        assertThat(rows).isGreaterThan(15);
        assertThat(environment).hasSize(6);
    }
}
