package daybook.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class FigureTest {
    private static final String AWKWARD = "a < b & \"c\" ]]> 'd' \u0001 \uD800 e>";

    @Test
    void everyPanelIsWellFormedWhateverIsWrittenOnIt() throws Exception {
        Figure figure = new Figure(
                AWKWARD,
                AWKWARD,
                List.of(
                        new TablePanel(AWKWARD, List.of("", AWKWARD), List.of(List.of(AWKWARD, "1"))),
                        new BarPanel(
                                AWKWARD,
                                List.of(new BarPanel.Look(AWKWARD, "first"), new BarPanel.Look("b", "beside")),
                                List.of(new BarPanel.Group(AWKWARD, List.of(3.0, -1.0)))),
                        new HistogramPanel(
                                AWKWARD,
                                List.of(0L, 499L, 500L),
                                500,
                                1_000,
                                List.of(new HistogramPanel.Mark(AWKWARD, 700))),
                        new LinePanel(
                                AWKWARD,
                                "ms",
                                List.of(new LinePanel.Curve(
                                        AWKWARD,
                                        "first",
                                        List.of(new LinePanel.Point(0, 0), new LinePanel.Point(10, 5)))),
                                new LinePanel.Shade(AWKWARD, 2, 4))));

        Document read = read(figure.svg());

        assertThat(read.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a < b & \"c\" ]]> 'd' \uFFFD \uFFFD e>");
        assertThat(read.getElementsByTagName("desc").item(0).getTextContent()).startsWith("a < b");
        assertThat(figure.svg())
                .contains("role=\"img\"", "aria-labelledby=\"title desc\"", "prefers-color-scheme:dark")
                .doesNotContain("<script");
    }

    @Test
    void aHistogramPutsEachValueIntoItsBin() {
        Figure figure = new Figure(
                "", "", List.of(new HistogramPanel("h", List.of(0L, 499L, 500L, 999L, 1_000L), 500, 1, List.of())));

        assertThat(figure.svg())
                .contains(
                        "<title>0 to 500: 2</title>",
                        "<title>500 to 1000: 2</title>",
                        "<title>1000 to 1500: 1</title>");
    }

    @Test
    void noHeadOfATableReachesIntoTheOneBeforeIt() {
        List<String> header = List.of("", "records held", "refused by database", "refused by log", "lost", "twice");
        Figure figure = new Figure(
                "",
                "",
                List.of(new TablePanel("t", header, List.of(List.of("when it woke up", "50", "1", "1", "0", "0")))));

        double before = Figure.LEFT + "when it woke up".length() * 7.2;
        for (String head : header.subList(1, header.size())) {
            Matcher place =
                    Pattern.compile("x=\"([0-9.]+)\"[^>]*>" + head + "<").matcher(figure.svg());
            assertThat(place.find()).isTrue();
            double end = Double.parseDouble(place.group(1));
            assertThat(end - head.length() * 7.2).as(head).isGreaterThan(before);
            before = end;
        }
        assertThat(before).isEqualTo(Figure.RIGHT);
    }

    @Test
    void aRowThatBelongsToTheOneAboveIsSetBack() {
        Figure figure = new Figure(
                "",
                "",
                List.of(new TablePanel("t", List.of("", "n"), List.of(List.of("here", "1"), List.of(" there", "2")))));

        assertThat(figure.svg())
                .contains("<text class=\"number\" x=\"24\"", "<text class=\"muted number\" x=\"38\"")
                .containsOnlyOnce("<line class=\"rule\"");
    }

    @ParameterizedTest
    @CsvSource({"458, 500", "1, 1", "1.2, 2", "0.03, 0.05", "6, 10", "200, 200"})
    void anAxisHasRoundNumbers(double atLeast, double step) {
        assertThat(LinePanel.step(atLeast)).isCloseTo(step, within(1e-9));
    }

    @Test
    void aRowWithTooFewCellsIsRefused() {
        assertThatThrownBy(() -> new TablePanel("t", List.of("a", "b"), List.of(List.of("1"))))
                .hasMessage("row: [1] (expected: 2 cells)");
    }

    private static Document read(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
