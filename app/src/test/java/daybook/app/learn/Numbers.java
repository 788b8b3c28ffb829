package daybook.app.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of a page and the checks behind them, as {@code 48,662<!--crashes:at-most-once.lost-->}.
 *
 * <p>What is not a statement needs no check: commands and output in fenced blocks, code that has letters in it, addresses of links, the
 * numbers of headings and lists, and what stands in generated blocks, which are compared as a whole.
 */
final class Numbers {
    private static final Pattern GENERATED =
            Pattern.compile("<!-- generated: ([a-z-]+) -->\\n(.*?)<!-- end -->", Pattern.DOTALL);
    private static final Pattern FENCED = Pattern.compile("(?m)^```.*?^```$", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*[A-Za-z/][^`\\n]*`");
    private static final Pattern TARGET = Pattern.compile("\\]\\([^)]*\\)");
    private static final Pattern ORDINAL = Pattern.compile("(?m)^(#+ |\\s*)[0-9]+\\. ");
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w,.])([0-9](?:[0-9,]*[0-9])?(?:\\.[0-9]+)?)(?:<!--([^>]*)-->)?(?![0-9])");

    private Numbers() {}

    /**
     * A number.
     *
     * @param check "" if there is none
     */
    record Found(String number, String check, String around) {}

    /** A generated block. */
    record Block(String name, String text) {}

    static List<Found> of(String page) {
        String text = GENERATED.matcher(page).replaceAll(" ");
        text = FENCED.matcher(text).replaceAll(" ");
        text = CODE.matcher(text).replaceAll(" ");
        text = TARGET.matcher(text).replaceAll("] ");
        text = ORDINAL.matcher(text).replaceAll("$1");
        List<Found> found = new ArrayList<>();
        Matcher number = NUMBER.matcher(text);
        int behind = 0;
        while (number.find()) {
            if (number.start() >= behind && !insideComment(text, number.start())) {
                String check = number.group(2) == null ? "" : number.group(2).strip();
                int from = Math.max(0, number.start() - 40);
                found.add(new Found(number.group(1), check, text.substring(from, number.end(1))));
            }
            behind = number.end();
        }
        return found;
    }

    static List<Block> blocks(String page) {
        List<Block> blocks = new ArrayList<>();
        Matcher block = GENERATED.matcher(page);
        while (block.find()) {
            blocks.add(new Block(block.group(1), block.group(2)));
        }
        return blocks;
    }

    /** The page with every number and every block as the facts have it. */
    static String written(String page, Facts facts) {
        String numbers = Pattern.compile("[0-9][0-9,.]*<!--(?!by )([^>]*)-->")
                .matcher(page)
                .replaceAll(found ->
                        Matcher.quoteReplacement(facts.value(found.group(1)) + "<!--" + found.group(1) + "-->"));
        return GENERATED
                .matcher(numbers.replace(" -->\n<!-- end -->", " -->\n\n<!-- end -->"))
                .replaceAll(found -> Matcher.quoteReplacement("<!-- generated: " + found.group(1) + " -->\n"
                        + Tables.of(found.group(1), facts) + "<!-- end -->"));
    }

    private static boolean insideComment(String text, int at) {
        return text.lastIndexOf("<!--", at) > text.lastIndexOf("-->", at);
    }
}
