package daybook.app.jobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/**
 * Statements as PDF, by PDFBox: lines of one typewriter font, which every reader has, on as many pages as it takes. The same statement
 * gives the same bytes. Letters outside of Latin 1 are shown as question marks; names of a venue have none.
 */
public final class PdfPrinter implements StatementPrinter {
    private static final float MARGIN = 40;
    private static final float SIZE = 8;
    private static final float LEADING = 10;
    private static final int HEAD_LINES = 3;
    private static final String HOLDINGS_HEAD = row("Symbol", "Opening", "Bought", "Sold", "Closing");
    private static final String NOTES_HEAD = "%-14s %-33s %-14s %-4s %14s %12s %18s %12s"
            .formatted("Fill", "Time", "Symbol", "Side", "Price", "Quantity", "Value", "Charges");

    private boolean prepared;

    @Override
    public String ending() {
        return ".pdf";
    }

    @Override
    public byte[] print(AccountStatement statement) throws IOException {
        useOwnFont();
        List<String> lines = lines(statement);
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
            document.setDocumentId((long) lines.hashCode()); // else the time would be in it
            PDFont font = new PDType1Font(FontName.COURIER);
            PDRectangle paper =
                    new PDRectangle(/* width= */ PDRectangle.A4.getHeight(), /* height= */ PDRectangle.A4.getWidth());
            int perPage = (int) ((paper.getHeight() - 2 * MARGIN) / LEADING);
            for (List<String> pageOfLines : pages(statement, lines, perPage)) {
                PDPage page = new PDPage(paper);
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    write(content, font, paper, pageOfLines);
                }
            }
            document.save(bytes);
            return bytes.toByteArray();
        }
    }

    /** Not before it is needed: it takes a while. */
    private synchronized void useOwnFont() {
        if (!prepared) {
            FontMappers.set(new OwnFont());
            prepared = true;
        }
    }

    private static void write(PDPageContentStream content, PDFont font, PDRectangle paper, List<String> lines)
            throws IOException {
        content.beginText();
        content.setFont(font, SIZE);
        content.setLeading(LEADING);
        content.newLineAtOffset(MARGIN, paper.getHeight() - MARGIN - SIZE);
        for (String line : lines) {
            content.showText(line.replaceAll("[^\\x20-\\x7e]", "?"));
            content.newLine();
        }
        content.endText();
    }

    /** From the second page on each begins with whose it is, its number, and the head of its columns. */
    private static List<List<String>> pages(AccountStatement s, List<String> lines, int perPage) {
        List<List<String>> pages = new ArrayList<>();
        int first = Math.min(lines.size(), perPage);
        pages.add(lines.subList(0, first));
        int notes = lines.contains(NOTES_HEAD) ? lines.indexOf(NOTES_HEAD) : lines.size();
        int onOthers = perPage - HEAD_LINES;
        int of = 1 + (lines.size() - first + onOthers - 1) / onOthers;
        for (int from = first; from < lines.size(); from += onOthers) {
            List<String> page = new ArrayList<>();
            page.add(title(s) + "   page " + (pages.size() + 1) + " of " + of);
            page.add("");
            page.add(from > notes ? NOTES_HEAD : HOLDINGS_HEAD);
            page.addAll(lines.subList(from, Math.min(lines.size(), from + onOthers)));
            pages.add(page);
        }
        return pages;
    }

    private static String title(AccountStatement s) {
        return "Statement of account " + s.account() + " for " + s.day()
                + s.notOverAt().map(at -> "   DAY NOT OVER AT " + at).orElse("") + (s.pending() ? "   PENDING" : "");
    }

    private static List<String> lines(AccountStatement s) {
        List<String> lines = new ArrayList<>();
        lines.add(title(s));
        lines.add("");
        lines.add(HOLDINGS_HEAD);
        s.holdings().forEach(h -> lines.add(row(h.symbol(), h.opening(), h.bought(), h.sold(), h.closing())));
        lines.add("");
        lines.add(row("Cash", "Opening", "Trades", "Charges", "Closing"));
        s.cash().forEach(c -> lines.add(row(c.currency(), c.opening(), c.trades(), c.charges(), c.closing())));
        lines.add("");
        lines.add("Contract notes: " + s.notes().size());
        if (!s.notes().isEmpty()) {
            lines.add(NOTES_HEAD);
        }
        s.notes()
                .forEach(n -> lines.add("%-14s %-33s %-14s %-4s %14s %12s %18s %12s %s%s"
                        .formatted(
                                n.fillId(),
                                n.time(),
                                n.symbol(),
                                n.side(),
                                n.price().toPlainString(),
                                n.quantity().toPlainString(),
                                n.value().toPlainString(),
                                n.charges().toPlainString(),
                                n.currency(),
                                n.corrected() ? " corrected" : "")));
        return lines;
    }

    private static String row(String name, BigDecimal a, BigDecimal b, BigDecimal c, BigDecimal d) {
        return row(name, a.toPlainString(), b.toPlainString(), c.toPlainString(), d.toPlainString());
    }

    private static String row(String name, String... columns) {
        StringBuilder row = new StringBuilder("%-14s".formatted(name));
        for (String column : columns) {
            row.append("%20s".formatted(column));
        }
        return row.toString();
    }
}
