package daybook.posttrade.ledger;

import daybook.events.Fill;
import daybook.events.Side;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Positions computed again, plainly, from a list of fills: decimals, one fill at a time, no shared code with the ledger. */
final class NaiveLedger {

    /** One account in one symbol. */
    private static final class Book {
        BigDecimal quantity = BigDecimal.ZERO;
        BigDecimal cost = BigDecimal.ZERO;
        BigDecimal realised = BigDecimal.ZERO;
        BigDecimal cash = BigDecimal.ZERO;
        BigDecimal charges = BigDecimal.ZERO;
    }

    private NaiveLedger() {}

    /** {@code account|symbol|quantity|cost|realised|cash|charges}, sorted; duplicates and order of the list do not matter. */
    static List<String> positions(List<Fill> fills) {
        Map<String, Fill> distinct = new TreeMap<>();
        fills.forEach(fill -> distinct.put(fill.fillId(), fill));
        List<Fill> sorted = new ArrayList<>(distinct.values());
        sorted.sort(Comparator.comparingLong(Fill::tradeId).thenComparing(Fill::side));
        Map<String, Book> books = new TreeMap<>();
        for (Fill fill : sorted) {
            apply(books.computeIfAbsent(fill.accountId() + "|" + fill.symbol(), key -> new Book()), fill);
        }
        List<String> rows = new ArrayList<>();
        books.forEach((key, book) -> rows.add(String.join(
                "|",
                key,
                book.quantity.toPlainString(),
                book.cost.toPlainString(),
                book.realised.toPlainString(),
                book.cash.toPlainString(),
                book.charges.toPlainString())));
        return rows;
    }

    private static void apply(Book book, Fill fill) {
        BigDecimal direction = fill.side() == Side.BUY ? BigDecimal.ONE : BigDecimal.ONE.negate();
        BigDecimal left = BigDecimal.valueOf(fill.quantity());
        BigDecimal price = BigDecimal.valueOf(fill.price());
        book.cash = book.cash.subtract(direction.multiply(left).multiply(price));
        book.charges = book.charges.add(BigDecimal.valueOf(fill.charges()));
        if (book.quantity.signum() * direction.signum() < 0) {
            BigDecimal closing = left.min(book.quantity.abs());
            BigDecimal released = book.cost.multiply(closing).divide(book.quantity.abs(), 0, RoundingMode.HALF_UP);
            BigDecimal received = direction.negate().multiply(closing).multiply(price);
            book.realised = book.realised.add(received).subtract(released);
            book.cost = book.cost.subtract(released);
            book.quantity = book.quantity.add(direction.multiply(closing));
            left = left.subtract(closing);
        }
        book.quantity = book.quantity.add(direction.multiply(left));
        book.cost = book.cost.add(direction.multiply(left).multiply(price));
    }
}
