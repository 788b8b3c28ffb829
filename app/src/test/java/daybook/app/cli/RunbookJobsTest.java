package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.delivery.jobs.JobRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page "Jobs", typed from top to bottom: on a venue that runs, then on the stopped one. */
class RunbookJobsTest {
    private static final Page PAGE = Page.of("jobs.md");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void aJobIsPutInFailsAndIsPutInAgain() {
        List<Page.Step> running = PAGE.section("Put one in").steps();
        List<Page.Step> stopped = PAGE.section("On a stopped").steps();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0", 0));
            typist.await("\"size\":0", "queue", "size", "default", "--json");
            for (Page.Step step : running) {
                if (step.command().contains(" ID")) {
                    String reason = step.name().equals("Forget it") ? "2999-01-01 has not begun" : "name: missing";
                    typist.await(reason, "queue", "failed", "default");
                }
                typist.type(typed(typist, step));
                if (step.name().equals("Repair it")) {
                    typist.await("hello, SBIN", "queue", "history", "--json");
                }
                if (step.command().contains("venue.statements")) {
                    typist.await("venue.statements", "queue", "history", "--json");
                }
            }
            assertThat(typist.run("queue", "history", "--json").out())
                    .contains(
                            "hello, INFY",
                            "hello, SBIN",
                            "\"outcome\":\"RETRIED\"",
                            "\"outcome\":\"DISCARDED\"",
                            "\"outcome\":\"CLEARED\"");
            assertThat(typist.run("queue", "failed", "default", "--json").out()).doesNotContain("\"id\"");
            typist.stopAll();
            stopped.forEach(step -> typist.type(typed(typist, step)));
            assertThat(typist.run("queue", "history", "--json").out()).contains("hello, TCS");
            assertThat(typist.run("queue", "size", "default", "--json").out())
                    .contains("\"size\":0,\"due\":0,\"inFlight\":0");
            assertThat(typist.run("queue", "push", "default", "--payload", "{").exit())
                    .isEqualTo(2);
            assertThat(typist.run("queue", "push", "default", "--payload", "{}", "--delay", "soon")
                            .exit())
                    .isEqualTo(2);
            assertThat(typist.run("queue", "work", "--queue", "nowhere").exit()).isEqualTo(3);
            assertThat(typist.run("queue", "clear", "default").exit()).isEqualTo(2);
        }
        assertThat(running).hasSizeGreaterThan(10);
        assertThat(stopped).hasSize(3);
    }

    @Test
    void everyOutcomeIsOnThePageInTheWordsOfAllPlaces() {
        String text = PAGE.section("What a reason means").text().replace('\n', ' ');

        for (JobRun.Outcome outcome : JobRun.Outcome.values()) {
            assertThat(text).contains("`" + outcome.words() + "` " + outcome.name());
        }
    }

    /** As a shell would have it, with the id of the job that failed. */
    private static Page.Step typed(Typist typist, Page.Step step) {
        String command = step.command().replace("'", "");
        if (command.contains(" ID")) {
            String out = typist.run("queue", "failed", "default", "--json").out();
            List<Object> failed = Json.array(Json.readOwn(out.getBytes(StandardCharsets.UTF_8)));
            command = command.replace(" ID", " " + Json.object(failed.get(0)).get("id"));
        }
        return new Page.Step(step.name(), command, step.exit());
    }
}
