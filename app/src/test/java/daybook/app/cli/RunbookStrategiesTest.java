package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page "Strategies", typed from top to bottom on a venue that runs: added, watched, cut over by quarters, and rolled back. */
class RunbookStrategiesTest {
    private static final Page PAGE = Page.of("strategies.md");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void aStrategyIsAddedAndMovedToTheLogAndBack() {
        List<Page.Step> adding = PAGE.section("Add one").steps();
        List<Page.Step> moving = PAGE.section("Cut over").steps();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0", 0));
            typist.await("momentum", "strategy", "kinds");
            adding.forEach(typist::type);
            typist.type(new Page.Step("it goes on", "daybook strategy start 1", 0));
            typist.await("local-scheduler on ", "strategy", "list"); // it has an owner
            for (Page.Step step : moving) {
                typist.type(step);
                if (step.command().contains("set 100")) {
                    typist.await(
                            "0-127   log    true     evaluator on ",
                            "cutover",
                            "show"); // the drained ones' owner comes next
                    assertThat(typist.run("cutover", "show").out()).containsPattern("128 +local +true");
                }
            }
            assertThat(typist.run("cutover", "show", "--json").out()).startsWith("{\"percent\":0,\"draining\":[]");
        }
        assertThat(adding).hasSizeGreaterThan(5);
        assertThat(moving).hasSizeGreaterThan(5);
    }
}
