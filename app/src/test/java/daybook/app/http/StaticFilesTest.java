package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.http.RunningVenue.Answered;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages as a browser gets them, and what must not be in them. */
class StaticFilesTest {
    private static final int MOST_COMPRESSED_BYTES = 150 << 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    @BeforeAll
    static void start() {
        venue = new RunningVenue(directory);
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html; charset=utf-8",
        "/backbone, text/html; charset=utf-8",
        "/js/terminal.js, text/javascript; charset=utf-8",
        "/vendor/lightweight-charts.mjs, text/javascript; charset=utf-8",
        "/css/base.css, text/css; charset=utf-8",
        "/icon.svg, image/svg+xml",
    })
    void eachFileHasItsTypeAndMayBeKeptIfAskedAbout(String path, String type) {
        Answered answer = venue.get("", path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo(type);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'");

        Answered again = venue.send("", "GET", path, "", List.of("If-None-Match", answer.header("ETag")));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/js/nothing.js",
                "/js/%2e%2e/index.html",
                "/js",
                "/.hidden",
                "/vendor/vendor",
                "//index.html",
                "/http/Gate.class",
            })
    void whatIsNoFileIsNotThere(String path) {
        assertThat(venue.get("", path).status()).isIn(400, 404);
    }

    @Test
    void aFileIsOnlyRead() {
        Answered answer = venue.send("operator", "POST", "/js/terminal.js", "{}");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
        assertThat(venue.send("operator", "POST", "/nothing", "{}").status()).isEqualTo(404);
    }

    @Test
    void whatIsSentCompressedIsTheSame() throws IOException {
        byte[] sent = new StaticFiles().at("/js/feed.js").orElseThrow().compressed();

        byte[] content = new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes();

        assertThat(new String(content, StandardCharsets.UTF_8))
                .isEqualTo(venue.get("", "/js/feed.js").body());
        assertThat(venue.send("", "GET", "/js/feed.js", "", List.of("Accept-Encoding", "gzip"))
                        .header("Content-Encoding"))
                .isEqualTo("gzip");
    }

    /** The whole page with everything that it may load later, as it goes over the wire. */
    @Test
    void theTerminalIsLightEnoughForABadLine() {
        StaticFiles files = new StaticFiles();

        int bytes = Stream.of("/index.html", "/css", "/js", "/vendor", "/icon.svg")
                .flatMap(StaticFilesTest::below)
                .mapToInt(path -> files.at(path).map(f -> f.compressed().length).orElse(0))
                .sum();

        assertThat(bytes).isPositive().isLessThan(MOST_COMPRESSED_BYTES);
    }

    @Test
    void nothingOfOursParsesMarkupOrRunsText() {
        below("")
                .filter(path -> path.endsWith(".js") || path.endsWith(".html"))
                .filter(path -> !path.startsWith("/vendor/"))
                .forEach(path -> assertThat(text(path))
                        .as(path)
                        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
                        .doesNotContain("eval(", "new Function", "<script>", "<style", "style=")
                        .doesNotContainPattern("\\son[a-z]+=\"")
                        .doesNotContainPattern("(src|import|url)[^\\n]{0,20}https?://"));
    }

    private static String text(String path) {
        return new String(new StaticFiles().at(path).orElseThrow().content(), StandardCharsets.UTF_8);
    }

    /** Paths of all files at or below a path. */
    private static Stream<String> below(String path) {
        try {
            Path root = Path.of(Objects.requireNonNull(StaticFiles.class.getResource("/daybook/app/web"))
                    .toURI());
            try (Stream<Path> files = Files.walk(root.resolve(path.isEmpty() ? "." : path.substring(1)))) {
                return files
                        .filter(Files::isRegularFile)
                        .map(file -> "/"
                                + root.relativize(file.normalize()).toString().replace('\\', '/'))
                        .toList()
                        .stream();
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
