package daybook.app.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * From our Markdown to HTML. HTML in the Markdown is shown as text, but for comments, which are left out: the checks of the numbers
 * are written in them. Links to other pages lead to those pages; links out of {@code docs/learn} lead to nothing that is served, so
 * they become text that says where in the repository it is.
 */
final class Markdown {
    private static final List<TablesExtension> TABLES = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(TABLES)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .attributeProviderFactory(context -> Markdown::attributes)
            .nodeRendererFactory(OwnNodes::new)
            .build();

    private static final Pattern PART_OR_TABLE = Pattern.compile("<h2[^>]*>(.*?)</h2>|<table>");

    private Markdown() {}

    /**
     * A page's text.
     *
     * @param title its first heading
     * @param sections ids and titles of its second headings
     */
    record Rendered(String title, List<Section> sections, String html) {}

    /** A part of a page. */
    record Section(String id, String title) {}

    static Rendered render(String markdown) {
        Node document = PARSER.parse(markdown);
        List<Section> sections = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String text = text(heading);
                if (heading.getLevel() == 1) {
                    titles.add(text);
                } else {
                    sections.add(new Section(id(text), text));
                }
            }
        });
        return new Rendered(titles.isEmpty() ? "" : titles.get(0), sections, captioned(RENDERER.render(document)));
    }

    /** Tables are named after the part they stand in, for those who go from table to table by ear. */
    private static String captioned(String html) {
        String[] part = {""};
        return PART_OR_TABLE.matcher(html).replaceAll(found -> {
            if (found.group(1) != null) {
                part[0] = found.group(1);
                return Matcher.quoteReplacement(found.group());
            }
            return Matcher.quoteReplacement("<table>\n<caption class=\"unseen\">" + part[0] + "</caption>");
        });
    }

    private static void attributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Heading heading && heading.getLevel() > 1) {
            attributes.put("id", id(text(heading)));
        }
        if (node instanceof TableCell cell && cell.isHeader()) {
            attributes.put("scope", "col");
        }
        if (node instanceof Image) {
            attributes.put("loading", "lazy");
        }
    }

    /** As GitHub makes them, so that a link to a part works in both places. */
    private static String id(String title) {
        return title.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} -]", "")
                .replace(' ', '-');
    }

    private static String text(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }
        });
        return words.toString();
    }

    /** What we render in another way than the library. */
    private static final class OwnNodes implements NodeRenderer {
        private final HtmlNodeRendererContext context;

        OwnNodes(HtmlNodeRendererContext context) {
            this.context = context;
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(HtmlInline.class, HtmlBlock.class, Link.class);
        }

        @Override
        public void render(Node node) {
            if (node instanceof HtmlInline html) {
                markup(html.getLiteral());
            } else if (node instanceof HtmlBlock html) {
                markup(html.getLiteral());
            } else if (node instanceof Link link) {
                link(link);
            }
        }

        private void markup(String literal) {
            String trimmed = literal.strip();
            if (!trimmed.startsWith("<!--") || trimmed.indexOf("-->") != trimmed.length() - 3) {
                context.getWriter().text(literal);
            }
        }

        private void link(Link link) {
            String to = link.getDestination();
            if (to.startsWith("../")) {
                context.getWriter().tag("span", Map.of("class", "elsewhere"));
                children(link);
                context.getWriter().text(" (docs/" + to.substring(3) + " in the repository)");
                context.getWriter().tag("/span");
                return;
            }
            context.getWriter().tag("a", context.extendAttributes(link, "a", Map.of("href", page(to))));
            children(link);
            context.getWriter().tag("/a");
        }

        private void children(Node node) {
            Node child = node.getFirstChild();
            while (child != null) {
                Node next = child.getNext();
                context.render(child);
                child = next;
            }
        }
    }

    /** {@code groups.md} is the page {@code groups}. What is neither a page of ours nor a place on the web leads nowhere. */
    private static String page(String to) {
        int part = to.indexOf('#');
        String file = part < 0 ? to : to.substring(0, part);
        String name = file.endsWith(".md") ? file.substring(0, file.length() - ".md".length()) : "";
        if (LearnPages.isName(name)) {
            return "/learn/" + name + (part < 0 ? "" : to.substring(part));
        }
        return to.startsWith("#") || to.startsWith("https://") ? to : "#";
    }
}
