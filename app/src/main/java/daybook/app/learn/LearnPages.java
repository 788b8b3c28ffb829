package daybook.app.learn;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages by their names, in the order in which they are to be read. Safe for many threads. */
public final class LearnPages {
    /** The page that lists the others; its name in a path is nothing. */
    private static final String CONTENTS = "README";

    /** As the contents lists them: {@code 1. [Title](name.md): what it is about.} */
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\d+\\. \\[([^\\]]+)]\\(([a-z-]+)\\.md\\): (.+)$");

    private static final Pattern NAME = Pattern.compile("[a-z-]{1,40}");

    private final List<Entry> entries;
    private final Map<String, String> made = new ConcurrentHashMap<>();

    /**
     * A page.
     *
     * @param name in its path; "" is the contents
     * @param about a sentence
     */
    public record Entry(String name, String title, String about) {}

    public LearnPages() {
        String contents =
                resource(CONTENTS + ".md").orElseThrow(() -> new IllegalStateException("docs/learn: not in the jar"));
        this.entries = ENTRY.matcher(contents)
                .results()
                .map(found -> new Entry(found.group(2), found.group(1), found.group(3)))
                .toList();
    }

    /** All pages but the contents. */
    public List<Entry> entries() {
        return entries;
    }

    /** A page as HTML; "" is the contents. Empty if there is none of that name. */
    public Optional<String> page(String name) {
        if (name.isEmpty()) {
            return Optional.of(made.computeIfAbsent(name, any -> make(new Entry("", "Learn", ""))));
        }
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .map(entry -> made.computeIfAbsent(name, any -> make(entry)));
    }

    /** A figure as SVG, by the name of its file. Empty if there is none. */
    public Optional<String> figure(String file) {
        Matcher name = Pattern.compile("([a-z-]{1,40})\\.svg").matcher(file);
        return name.matches() ? resource("figures/" + file) : Optional.empty();
    }

    private String make(Entry entry) {
        String file = entry.name().isEmpty() ? CONTENTS : entry.name();
        Markdown.Rendered text = Markdown.render(resource(file + ".md")
                .orElseThrow(() -> new IllegalStateException(file + ".md: listed and not in the jar")));
        return LearnTemplate.page(entry, text, neighbours(entry));
    }

    /** Where to go on: before and behind a page. */
    private LearnTemplate.Around neighbours(Entry entry) {
        int place = entries.indexOf(entry);
        Stream<Entry> before = place > 0 ? Stream.of(entries.get(place - 1)) : Stream.empty();
        Stream<Entry> behind = place + 1 < entries.size() ? Stream.of(entries.get(place + 1)) : Stream.empty();
        return new LearnTemplate.Around(entries, before.findFirst(), behind.findFirst());
    }

    private static Optional<String> resource(String path) {
        try (InputStream in = LearnPages.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path + ": cannot be read", unreadable);
        }
    }

    /** Whether a name can be a page's at all. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}
