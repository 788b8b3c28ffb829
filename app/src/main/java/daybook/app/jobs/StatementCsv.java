package daybook.app.jobs;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Statements as CSV: a header, then one line per row, {@code \n} at the end of each. Fields are names and plain decimals, none of which
 * needs quoting; a name that began with one of {@code = + - @} would be a formula to a spreadsheet, and no name of a venue does.
 */
final class StatementCsv {
    private static final String STATEMENT = "day,account,kind,name,opening,in,out,charges,closing,pending,not_over_at";
    private static final String NOTES =
            "day,account,fill_id,time,symbol,side,price,quantity,value,charges,currency,order_id,corrected,not_over_at";

    private StatementCsv() {}

    /** Holdings ({@code symbol}) and money ({@code cash}): closing = opening + in - out - charges. */
    static byte[] statement(AccountStatement s) {
        StringBuilder csv = new StringBuilder(STATEMENT).append('\n');
        s.holdings()
                .forEach(h -> line(
                        csv,
                        s,
                        "symbol",
                        h.symbol(),
                        h.opening(),
                        h.bought(),
                        h.sold(),
                        noneLike(h.opening()),
                        h.closing()));
        s.cash().forEach(c -> {
            boolean in = c.trades().signum() >= 0;
            BigDecimal moved = c.trades().abs();
            BigDecimal none = noneLike(moved);
            line(
                    csv,
                    s,
                    "cash",
                    c.currency(),
                    c.opening(),
                    in ? moved : none,
                    in ? none : moved,
                    c.charges(),
                    c.closing());
        });
        return csv.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Nothing, with as many decimals. */
    private static BigDecimal noneLike(BigDecimal number) {
        return BigDecimal.ZERO.setScale(number.scale());
    }

    /** One line per fill of the day. */
    static byte[] notes(AccountStatement s) {
        StringBuilder csv = new StringBuilder(NOTES).append('\n');
        s.notes()
                .forEach(n -> row(
                        csv,
                        List.of(
                                s.day(),
                                s.account(),
                                n.fillId(),
                                n.time(),
                                n.symbol(),
                                n.side(),
                                n.price().toPlainString(),
                                n.quantity().toPlainString(),
                                n.value().toPlainString(),
                                n.charges().toPlainString(),
                                n.currency(),
                                n.orderId(),
                                n.corrected(),
                                s.notOverAt().orElse(""))));
        return csv.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void line(StringBuilder csv, AccountStatement s, String kind, String name, BigDecimal... numbers) {
        row(
                csv,
                List.of(
                        s.day(),
                        s.account(),
                        kind,
                        name,
                        numbers[0].toPlainString(),
                        numbers[1].toPlainString(),
                        numbers[2].toPlainString(),
                        numbers[3].toPlainString(),
                        numbers[4].toPlainString(),
                        s.pending(),
                        s.notOverAt().orElse("")));
    }

    private static void row(StringBuilder csv, List<Object> fields) {
        csv.append(fields.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .append('\n');
    }
}
