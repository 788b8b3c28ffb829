package daybook.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/scenarios.md} names a test for every scenario, and every test that it names exists. */
class ScenarioTableTest {
    private static final Pattern TEST = Pattern.compile("`([a-z-]+)/([A-Za-z/]*?)([A-Z][A-Za-z]+)#([a-zA-Z0-9]+)`");
    private static final Pattern ROW = Pattern.compile("^\\| ([MJKPIQW]-[0-9]{2}) \\|(.*)\\|$", Pattern.MULTILINE);
    private static final Path ROOT = Path.of(System.getProperty("daybook.root", ".."));

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        List<String> missing = new ArrayList<>();
        int named = 0;
        Matcher test = TEST.matcher(page());
        while (test.find()) {
            named++;
            String folder = test.group(1).replace('-', '/');
            Path file = ROOT.resolve(
                    test.group(1) + "/src/test/java/daybook/" + folder + "/" + test.group(2) + test.group(3) + ".java");
            if (!Files.exists(file) || !Files.readString(file).contains(" " + test.group(4) + "(")) {
                missing.add(test.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(70);
    }

    @Test
    void everyScenarioHasATest() throws IOException {
        Set<String> shown = new TreeSet<>();
        Matcher row = ROW.matcher(page());
        while (row.find()) {
            assertThat(TEST.matcher(row.group(2)).find()).as(row.group()).isTrue();
            shown.add(row.group(1));
        }
        Set<String> expected = new TreeSet<>();
        Stream.of(
                        numbered("M", 23),
                        numbered("J", 13),
                        numbered("K", 15),
                        numbered("P", 15),
                        numbered("I", 5),
                        numbered("Q", 8),
                        numbered("W", 7))
                .flatMap(all -> all)
                .forEach(expected::add);
        assertThat(shown).isEqualTo(expected);
    }

    private static Stream<String> numbered(String area, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> String.format(Locale.ROOT, "%s-%02d", area, n));
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/scenarios.md"));
    }
}
