package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does in front of the jobs page: a job runs, fails, is tried again, is repaired, and is forgotten. */
class JobsPageIT {
    private static final String ENTER = "\uE007";
    private static final String FAILED_ROWS = "[...document.querySelectorAll('#failed tr:not(.nothing)')]";
    private static final String DONE =
            "[...document.querySelectorAll('#history tr')].filter((r) => r.children[4]?.textContent === 'done')";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Venue venue;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void start() {
        Browser.isRequired();
        venue = Venue.up(directory.resolve("data"), "--traders", "0");
        browser = Browser.start();
        browser.looksLike(1440, 900, "light");
    }

    @AfterAll
    @SuppressWarnings("NullAway") // null if nothing was started
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (venue != null) {
            venue.close();
        }
    }

    @AfterEach
    void thePageDidNothingWrong() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return violations")).isEmpty();
        assertThat(browser.run("return failures")).isEmpty();
        assertThat(browser.run("return dialogs").asInt()).isZero();
    }

    @Test
    void aJobRunsFailsIsRetriedAndIsRepaired() {
        browser.open(venue.address() + "/jobs");
        browser.untilText("#verdict-title", "No job waits");
        browser.untilText("#failed", "No failed job");
        browser.untilText("#schedules", "venue.statements");
        assertThat(isHidden("#push")).as("who only looks changes nothing").isTrue();
        signIn();
        browser.until("!document.querySelector('#push').hidden");

        push("{\"name\":\"INFY\"}");
        browser.until(DONE + ".length === 1");
        browser.untilText("#history", "hello, INFY");

        push("{}");
        browser.until(FAILED_ROWS + ".length === 1");
        browser.untilText("#failed tr td:nth-child(3)", "name: missing");
        assertThat(browser.text("#failed tr td:nth-child(4)")).isEqualTo("3");
        browser.untilText("#verdict-title", "1 failed job waits for a decision");
        assertThat(Accessibility.faults(browser)).isEmpty();
        browser.screenshot("jobs");

        browser.click("#failed button[aria-label^='Retry job example.greet']");
        browser.until("[...document.querySelectorAll('#history tr')].some((r) => r.children[4]?.textContent === 'put in"
                + " again')");
        browser.until(
                "[...document.querySelectorAll('#history tr')].filter((r) => r.children[4]?.textContent === 'given up')"
                        + ".length === 2");
        browser.until(FAILED_ROWS + ".length === 1");
        browser.click("#failed button[aria-label^='Repair job example.greet']");
        browser.fill("#repaired", "{\"name\":\"TCS\"}");
        browser.press(ENTER);
        browser.untilText("#failed", "No failed job");
        browser.until(DONE + ".length === 2");
        browser.untilText("#history", "hello, TCS");

        push("{}");
        browser.until(FAILED_ROWS + ".length === 1");
        String id = browser.text("#failed tr td:first-child .id");
        assertThat(browser.text("#history tr td:nth-child(2) .id"))
                .isEqualTo(id)
                .hasSize(36);
        browser.click("#failed button[aria-label^='Discard job example.greet']");
        browser.untilText("#discarding-words", id);
        assertThat(Accessibility.faults(browser)).isEmpty();
        browser.click("#discarding-cancel");
        browser.until("!document.querySelector('#discarding').open");
        assertThat(browser.run("return " + FAILED_ROWS + ".length").asInt()).isEqualTo(1);
        browser.click("#failed button[aria-label^='Discard job example.greet']");
        browser.click("#discarding .primary");
        browser.untilText("#failed", "No failed job");
        browser.untilText("#history", "forgotten");

        browser.looksLike(390, 844, "dark");
        assertThat(Accessibility.faults(browser)).isEmpty();
        assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth")
                        .asBoolean())
                .as("it does not scroll sideways")
                .isTrue();
        browser.screenshot("jobs-390-dark");
    }

    private static void push(String payload) {
        browser.click("#push");
        browser.run("document.querySelector('#kind').value = 'example.greet'");
        browser.fill("#payload", payload);
        browser.press(ENTER);
        browser.until("!document.querySelector('#pushing').open");
    }

    private static void signIn() {
        browser.click("#account");
        browser.fill("#token", venue.token(""));
        browser.press(ENTER);
        browser.untilText("#account", "operator");
    }

    private static boolean isHidden(String selector) {
        return browser.run("return document.querySelector(arguments[0]).hidden", selector)
                .asBoolean();
    }
}
