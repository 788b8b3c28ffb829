package daybook.app.learn;

import daybook.app.learn.LearnPages.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands around the text of a page. No script, no style of its own. */
final class LearnTemplate {
    /** Pages whose experiment can be made at {@code /lab}, and how to say so. */
    private static final Map<String, String> AT_THE_LAB = Map.of(
            "the-log", "Trade, consume and crash on a log of your own",
            "partition-keys", "See which partition a symbol goes to, and which ones move when a fourth is added",
            "groups", "Change the size of the group and let a member die",
            "delivery-modes", "Run each row of the table, or the crash study with its figure",
            "identity", "Switch the guard, and lose trade 103");

    private LearnTemplate() {}

    /** Other pages: all, the one before and the one behind. */
    record Around(List<Entry> all, Optional<Entry> before, Optional<Entry> behind) {}

    static String page(Entry entry, Markdown.Rendered text, Around around) {
        StringBuilder out = new StringBuilder(16_384);
        head(out, text.title());
        out.append("<div class=\"learn\">\n");
        contents(out, entry, around.all());
        out.append("<main id=\"main\" class=\"prose\">\n").append(text.html());
        lab(out, entry);
        neighbours(out, around);
        return out.append("</main>\n</div>\n</body>\n</html>\n").toString();
    }

    private static void head(StringBuilder out, String title) {
        out.append("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s - Daybook</title>
                <link rel="icon" href="/icon.svg" type="image/svg+xml">
                <script src="/js/theme.js"></script>
                <link rel="stylesheet" href="/css/base.css">
                <link rel="stylesheet" href="/lab/learn.css">
                <script type="module" src="/lab/learn.js"></script>
                </head>
                <body class="explainer">
                <a class="skip" href="#main">Skip to the text</a>
                <header class="top">
                <a class="brand" href="/"><img src="/icon.svg" alt="" width="22" height="22">Daybook</a>
                <nav aria-label="Pages"><a href="/">Terminal</a> <a href="/backbone">Backbone</a> \
                <a href="/strategies">Strategies</a> <a href="/jobs">Jobs</a> <a href="/lab">Lab</a> \
                <a href="/learn/" aria-current="true">Learn</a></nav>
                <div class="tools"><button type="button" id="theme" class="icon" aria-label="Light or dark" \
                title="Light or dark">&#9680;</button></div>
                </header>
                """.formatted(escape(title)));
    }

    private static void contents(StringBuilder out, Entry here, List<Entry> all) {
        out.append("<nav class=\"contents\" aria-label=\"Contents\">\n<ol>\n");
        for (Entry entry : all) {
            out.append("<li><a href=\"/learn/").append(entry.name()).append('"');
            if (entry.equals(here)) {
                out.append(" aria-current=\"page\"");
            }
            out.append('>').append(escape(entry.title())).append("</a></li>\n");
        }
        out.append("</ol>\n</nav>\n");
    }

    private static void lab(StringBuilder out, Entry entry) {
        String words = AT_THE_LAB.get(entry.name());
        if (words != null) {
            out.append("<p class=\"try\"><a href=\"/lab#").append(entry.name()).append("\">");
            out.append(escape(words)).append("</a> in the lab, without a command line.</p>\n");
        }
    }

    private static void neighbours(StringBuilder out, Around around) {
        out.append("<nav class=\"neighbours\" aria-label=\"Before and after\">\n");
        around.before().ifPresent(entry -> neighbour(out, "prev", "Before", entry));
        around.behind().ifPresent(entry -> neighbour(out, "next", "Next", entry));
        out.append("</nav>\n");
    }

    private static void neighbour(StringBuilder out, String rel, String word, Entry entry) {
        out.append("<a rel=\"")
                .append(rel)
                .append("\" href=\"/learn/")
                .append(entry.name())
                .append("\"><span>");
        out.append(word).append("</span> ").append(escape(entry.title())).append("</a>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
