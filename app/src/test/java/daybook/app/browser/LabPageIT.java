package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody does in front of the lab page: produce, consume, crash; and what is to be seen then. */
class LabPageIT {
    private static final String SPACE = " ";

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
        venue = Venue.up(directory.resolve("data"), "--traders", "0", "--demo");
        browser = Browser.start();
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

    @BeforeEach
    void emptySandbox() {
        browser.looksLike(1440, 900, "light");
        browser.open(venue.address() + "/lab");
        browser.until("document.querySelectorAll('.lane').length === 3");
        choose("mode", "at-least-once");
        choose("guard", "none");
        choose("members", "2");
        browser.click("[data-action=reset]");
        browser.untilText("#happened", "Everything is empty again");
    }

    @AfterEach
    void thePageDidNothingWrong() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return violations")).isEmpty();
        assertThat(browser.run("return failures")).isEmpty();
        assertThat(browser.run("return dialogs").asInt()).isZero();
    }

    @Test
    void aConsumerThatDiesBeforeItsCommitReadsTheSameEventsAgain() {
        press("random", "10 trades are on the topic");
        List<String> bookmarks = texts(".lane .facts");

        press("crash", "before its commit");
        TreeSet<String> worked = new TreeSet<>(texts("#diary tr[data-kind=applied] td:first-child"));
        assertThat(worked).isNotEmpty();
        assertThat(texts(".lane .facts")).isEqualTo(bookmarks);
        assertThat(texts(".consumer[data-dead]")).containsExactly("consumer 1 is dead");
        browser.screenshot("lab-crash");

        press("consume", "counted a second time");
        assertThat(new TreeSet<>(texts("#diary tr[data-kind=twice] td:first-child")))
                .isEqualTo(worked);
        assertThat(browser.text("#total-twice")).isEqualTo(Integer.toString(worked.size()));
        assertThat(texts(".effect td.wrong")).isNotEmpty();
        assertThat(texts(".record[data-fate=twice]")).hasSize(worked.size());
    }

    @Test
    void withAnIdentityTheSameDeathChangesNothing() {
        choose("guard", "identity");
        press("random", "10 trades are on the topic");
        press("crash", "before its commit");
        press("consume", "skipped: the positions are right");

        assertThat(browser.text("#total-twice")).isEqualTo("0");
        assertThat(texts(".effect td.wrong")).isEmpty();
    }

    @Test
    void theFourthConsumerGetsNoPartition() {
        choose("members", "4");

        browser.untilText("#happened", "consumer 4 gets no partition");
        assertThat(texts(".consumer")).contains("consumer 4 gets no partition");
        choose("members", "2");
        browser.untilText("#happened", "Consumer 1 has 0 and 2");
    }

    @Test
    void aPredictionIsComparedWithWhatCameOut() {
        browser.click("#identity input[value='40']");
        browser.click("#identity button");

        browser.untilText("#identity .verdict", "You said 40. It is 30.");
        assertThat(texts(".record[data-fate=lost] .place")).containsExactly("3:INFY");
        browser.screenshot("lab-lost-trade");
    }

    @Test
    void aGuaranteeIsRunAndItsCostIsInTheTable() {
        browser.click("tr[data-mode=at-most-once] button");
        browser.until("document.querySelector('tr[data-mode=at-most-once] .figure[data-tone]') !== null");

        assertThat(texts("tr[data-mode=at-most-once] .figure"))
                .containsExactly(browser.text("#total-lost"), "0")
                .doesNotContain("");
        assertThat(browser.text("#total-lost")).isNotEqualTo("0");
    }

    @Test
    void theKeyboardIsEnough() {
        browser.run("document.querySelector('[data-action=trade]').focus()");
        browser.press(SPACE);
        browser.untilText("#happened", "Event 101 lies in partition 0");
        browser.run("document.querySelector('[data-action=consume]').focus()");
        browser.press(SPACE);
        browser.untilText("#happened", "101 counted");
    }

    @Test
    void theCrashStudyShowsItsFigure() {
        browser.fill("#days", "1");
        browser.click("#study-run");

        browser.untilText("#study-words", "As computed beforehand");
        browser.until("document.getElementById('study-image').naturalWidth > 0");
        browser.screenshot("lab-study");
    }

    @Test
    void theExplainerIsServedWithItsFigures() {
        browser.open(venue.address() + "/learn/");
        browser.click(".prose a[href='/learn/delivery-modes']");
        browser.untilText("h1", "Delivery modes");
        browser.until("[...document.images].every((image) => image.naturalWidth > 0)");
        browser.screenshot("learn");
        browser.click(".try a");
        browser.until("location.pathname === '/lab' && document.querySelectorAll('.lane').length === 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void everyPageCanBeReadAndOperatedByEverybody(String colours) {
        browser.looksLike(1440, 900, colours);
        press("random", "10 trades are on the topic");
        press("crash", "before its commit");
        press("consume", "counted a second time");
        assertThat(Accessibility.faults(browser)).as("lab").isEmpty();

        for (String page : List.of("", "the-log", "delivery-modes")) {
            browser.open(venue.address() + "/learn/" + page);
            assertThat(Accessibility.faults(browser)).as("learn/" + page).isEmpty();
        }
    }

    @Test
    void onAPhoneNothingIsWiderThanTheScreen() {
        browser.looksLike(390, 844, "dark");
        press("random", "10 trades are on the topic");

        assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
                .isEqualTo(390);
        browser.screenshot("lab-phone");
    }

    /** Presses a button and waits for what it leads to. */
    private static void press(String action, String happened) {
        browser.click("[data-action=" + action + "]");
        browser.untilText("#happened", happened);
    }

    private static void choose(String group, String value) {
        browser.run("document.querySelector(arguments[0]).click()", "#" + group + " input[value='" + value + "']");
        browser.until("document.querySelector(\"#" + group + " input[value='" + value + "']\").checked");
    }

    private static List<String> texts(String selector) {
        return StreamSupport.stream(
                        browser.run(
                                        "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())",
                                        selector)
                                .spliterator(),
                        false)
                .map(node -> node.asString())
                .toList();
    }
}
