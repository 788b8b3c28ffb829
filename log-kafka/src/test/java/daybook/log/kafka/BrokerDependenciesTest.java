package daybook.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The broker's jars are looked at before they are used, too: SECURITY.md, "Dependencies". */
class BrokerDependenciesTest {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

    @Test
    void everyJarThatTheBrokerRunsOnIsOnAListWithItsVersion() throws IOException {
        Path root = Path.of(System.getProperty("daybook.root", ".."))
                .toAbsolutePath()
                .normalize();
        Set<String> allowed = new HashSet<>();
        for (String list : List.of("build/dependencies.csv", "build/broker-dependencies.csv")) {
            for (String line : Files.readAllLines(root.resolve(list))) {
                String[] row = line.split(",", -1);
                if (row.length == 6) {
                    assertThat(row).as(line).doesNotContain("");
                    allowed.add(row[0] + " " + row[1]);
                }
            }
        }

        Set<String> used = new HashSet<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches() && !Path.of(entry).toAbsolutePath().startsWith(root)) {
                used.add(jar.group(1) + " " + jar.group(2));
            }
        }
        assertThat(used).contains("kafka-clients 4.4.0");
        assertThat(allowed).containsAll(used);
    }
}
