package daybook.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
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
