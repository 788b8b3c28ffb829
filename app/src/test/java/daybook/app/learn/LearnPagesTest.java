package daybook.app.learn;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.CommandLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every number in the pages is checked, every page has its parts, every command in them exists, every link leads somewhere. */
class LearnPagesTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root", ".."));
    private static final Path LEARN = ROOT.resolve("docs/learn");
    private static final List<String> PARTS = List.of(
            "## The question",
            "## What it asks",
            "## Background",
            "## An example with numbers",
            "## The answer",
            "## In one paragraph",
            "## Predict, then run");
    private static final List<String> SECTIONS = List.of(
            "## 1. The problem",
            "## 2. A register",
            "## 3. The model",
            "## 4. Producing",
            "## 5. Groups",
            "## 6. Guarantees",
            "## 7. Try it",
            "## 8. Brokers, replicas and KRaft",
            "## 9. Listeners",
            "## 10. In Daybook",
            "## 11. Questions");

    /** {@code -Ddaybook.learn.write=true} writes the numbers and the blocks into the pages before they are compared. */
    @BeforeAll
    static void writeIfAsked() throws IOException {
        if (!Boolean.getBoolean("daybook.learn.write")) {
            return;
        }
        Facts facts = new Facts(ROOT, WorkedOut.numbers());
        for (Map.Entry<String, String> page : pages().entrySet()) {
            Files.writeString(LEARN.resolve(page.getKey()), Numbers.written(page.getValue(), facts));
        }
    }

    @Test
    void everyNumberIsWhatItsCheckGives() throws IOException {
        Facts facts = new Facts(ROOT, WorkedOut.numbers());
        List<String> faults = new ArrayList<>();
        int numbers = 0;
        for (Map.Entry<String, String> page : pages().entrySet()) {
            for (Numbers.Found found : Numbers.of(page.getValue())) {
                numbers++;
                String fault = facts.fault(found);
                if (!fault.isEmpty()) {
                    faults.add(page.getKey() + ": \"" + found.around().replace('\n', ' ') + "\": " + fault);
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(numbers).isGreaterThan(100);
    }

    @Test
    void everyGeneratedBlockIsWhatItsMakerGives() throws IOException {
        Facts facts = new Facts(ROOT, WorkedOut.numbers());
        for (Map.Entry<String, String> page : pages().entrySet()) {
            for (Numbers.Block block : Numbers.blocks(page.getValue())) {
                assertThat(block.text())
                        .as(page.getKey() + ": " + block.name())
                        .isEqualTo(Tables.of(block.name(), facts));
            }
        }
    }

    @Test
    void theExplainerHasAllItsSectionsAndEveryMechanismAllItsParts() throws IOException {
        Map<String, String> pages = pages();
        assertThat(pages.get("the-log.md")).contains(SECTIONS).contains("## Words");
        pages.forEach((name, text) -> {
            if (!List.of("README.md", "the-log.md").contains(name)) {
                assertThat(text).as(name).containsSubsequence(PARTS).contains("./daybook ");
            }
        });
        assertThat(pages).hasSizeGreaterThan(16);
    }

    @Test
    void everyPageIsInTheIndexAndEveryLinkLeadsSomewhere() throws IOException {
        Map<String, String> pages = pages();
        pages.keySet().stream()
                .filter(name -> !name.equals("README.md"))
                .forEach(name -> assertThat(pages.get("README.md")).contains("(" + name + ")"));
        Pattern link = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");
        pages.forEach((name, text) -> {
            Matcher target = link.matcher(text);
            while (target.find()) {
                if (!target.group(1).startsWith("https:")) {
                    assertThat(LEARN.resolve(target.group(1))).as(name).exists();
                }
            }
        });
    }

    @Test
    void everyCommandInThePagesCanBeGiven() throws IOException {
        Pattern command = Pattern.compile("(?m)^\\./daybook (.*?)(?: *[>|#].*)?$");
        int commands = 0;
        for (Map.Entry<String, String> page : pages().entrySet()) {
            Matcher line = command.matcher(page.getValue());
            while (line.find()) {
                commands++;
                CommandLines.parse(line.group(1).strip().split(" +"));
            }
        }
        assertThat(commands).isGreaterThan(20);
    }

    /** The gate itself. */
    @Test
    void aNumberWithoutACheckOrWithAnotherValueIsFlagged() {
        Facts facts = new Facts(ROOT, Map.of("eight", "8"));

        assertThat(faults(facts, "There are 8<!--eight--> of them, `v1` of 3.\n"))
                .containsExactly("", "has no check");
        assertThat(faults(facts, "There are 9<!--eight-->.")).containsExactly("eight gives 8");
        assertThat(faults(facts, "1. Of 8<!--seven-->.")).containsExactly("check: seven (expected: one that there is)");
        assertThat(faults(
                        facts,
                        "8<!--by app/app/learn/LearnPagesTest#aNumberWithoutACheckOrWithAnotherValueIsFlagged-->"))
                .containsExactly("");
        assertThat(faults(facts, "77<!--by app/app/learn/LearnPagesTest#everyCommandInThePagesCanBeGiven-->"))
                .singleElement()
                .asString()
                .endsWith("does not have it");
        assertThat(faults(facts, "```\n12\n```\n[a](b-3.md), 1,000.5 and 4:\n")).hasSize(2);
    }

    private static List<String> faults(Facts facts, String page) {
        return Numbers.of(page).stream().map(facts::fault).toList();
    }

    private static Map<String, String> pages() throws IOException {
        Map<String, String> pages = new TreeMap<>();
        try (Stream<Path> files = Files.list(LEARN)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                pages.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return pages;
    }
}
