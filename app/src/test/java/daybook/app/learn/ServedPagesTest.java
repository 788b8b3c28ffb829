package daybook.app.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The explainer as pages. */
class ServedPagesTest {
    private static final Path LEARN =
            Path.of(System.getProperty("daybook.root", "..")).resolve("docs/learn");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

    private final LearnPages pages = new LearnPages();

    @Test
    void everyFileOfTheRepositoryIsAPage() throws IOException {
        try (Stream<Path> files = Files.list(LEARN)) {
            Set<String> expected = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                    .map(name -> name.substring(0, name.length() - 3))
                    .collect(Collectors.toCollection(TreeSet::new));

            assertThat(names()).hasSize(19).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void everyLinkOfEveryPageLeadsSomewhere() {
        Set<String> outside = Set.of("", "/", "/backbone", "/strategies", "/jobs", "/lab", "/learn/", "/icon.svg");
        for (String name : all()) {
            String html = pages.page(name).orElseThrow();
            LINK.matcher(html).results().map(link -> link.group(1)).forEach(to -> {
                String path = to.replaceFirst("#.*", "");
                if (path.startsWith("/learn/") && !path.equals("/learn/")) {
                    assertThat(pages.page(path.substring("/learn/".length())))
                            .as(name + " -> " + to)
                            .isPresent();
                } else if (path.startsWith("figures/")) {
                    assertThat(pages.figure(path.substring("figures/".length())))
                            .as(name + " -> " + to)
                            .isPresent();
                } else {
                    assertThat(outside.contains(path)
                                    || path.matches("/(css|js|lab)/[a-z-]+\\.(css|js)")
                                    || to.startsWith("https://"))
                            .as(name + " -> " + to)
                            .isTrue();
                }
            });
        }
    }

    @Test
    void theChecksOfTheNumbersAreNotShown() {
        for (String name : all()) {
            assertThat(pages.page(name).orElseThrow()).as(name).doesNotContain("<!--", "--&gt;", "<script>", "style=");
        }
    }

    @Test
    void tablesAndFiguresAndPartsArePagesToo() {
        String page = pages.page("delivery-modes").orElseThrow();

        assertThat(page)
                .contains(
                        "<table>\n<caption class=\"unseen\">An example with numbers</caption>",
                        "<th scope=\"col\">crashes</th>",
                        "<img src=\"figures/crashes.svg\"",
                        "<h2 id=\"an-example-with-numbers\">")
                .contains("<a href=\"/lab#delivery-modes\">");
        assertThat(pages.page("").orElseThrow())
                .contains("<a href=\"/learn/the-log\">")
                .contains("decisions (docs/decisions in the repository)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"README", "readme", "..", "../README", "groups.md", "figures", "a"})
    void anotherNameIsNoPage(String name) {
        assertThat(pages.page(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"crashes.json", "../groups.md", "nothing.svg", "CRASHES.svg", ""})
    void anotherNameIsNoFigure(String name) {
        assertThat(pages.figure(name)).isEmpty();
    }

    @Test
    void markupInTheTextStaysText() {
        Markdown.Rendered page = Markdown.render("""
                # A <b>title</b>

                text <img src=x onerror=alert(1)> and <!-- a comment --> [link](javascript:alert(1)) [more](groups.md#the-answer)

                <script>alert(1)</script>
                """);

        assertThat(page.html())
                .doesNotContain("<img", "<script", "<b>", "comment", "javascript:")
                .contains(
                        "&lt;script&gt;",
                        "&lt;img src=x onerror=alert(1)&gt;",
                        "<a href=\"/learn/groups#the-answer\">");
    }

    private List<String> names() {
        return pages.entries().stream().map(LearnPages.Entry::name).toList();
    }

    private List<String> all() {
        return Stream.concat(Stream.of(""), names().stream()).toList();
    }
}
