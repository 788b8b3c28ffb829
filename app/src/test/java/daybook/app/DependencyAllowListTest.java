package daybook.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing is used that was not looked at first: SECURITY.md, "Dependencies". */
class DependencyAllowListTest {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

    @Test
    void everyJarOnTheClassPathIsOnTheListWithItsVersion() throws IOException {
        Map<String, String> allowed = allowed();

        Map<String, String> used = new TreeMap<>();
        for (String entry : classPath().split(File.pathSeparator)) {
            Path file = Path.of(entry);
            Matcher jar = JAR.matcher(file.getFileName().toString());
            if (Files.isRegularFile(file) && jar.matches() && !ours(file)) {
                used.put(jar.group(1), jar.group(2));
            }
        }

        assertThat(used)
                .isNotEmpty()
                .allSatisfy((name, version) -> assertThat(allowed)
                        .as("build/dependencies.csv names %s with its version, licence and reason", name)
                        .containsEntry(name, version));
    }

    @Test
    void everyEntrySaysLicenceScopeReasonAndDate() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            assertThat(row).hasSize(6).doesNotContain("");
            assertThat(row[3]).isIn("program", "test", "spring");
            assertThat(row[5]).matches("\\d{4}-\\d\\d-\\d\\d");
        });
        Set<String> names = new TreeSet<>();
        assertThat(rows())
                .allSatisfy(row -> assertThat(names.add(row[0])).as(row[0]).isTrue());
    }

    private static boolean ours(Path jar) {
        return jar.toAbsolutePath().startsWith(root());
    }

    private static String classPath() {
        String full = System.getProperty("surefire.test.class.path");
        return full != null ? full : System.getProperty("java.class.path");
    }

    private static Map<String, String> allowed() throws IOException {
        return rows().filter(row -> !row[3].equals("spring")) // only the starter has those
                .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    }

    private static Stream<String[]> rows() throws IOException {
        return Files.readAllLines(root().resolve("build/dependencies.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> line.split(",", -1));
    }

    private static Path root() {
        return Path.of(System.getProperty("daybook.root", ".."))
                .toAbsolutePath()
                .normalize();
    }
}
