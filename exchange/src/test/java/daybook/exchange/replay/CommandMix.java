package daybook.exchange.replay;

import daybook.exchange.reference.PlainReplay;
import daybook.exchange.reference.PlainReplay.Command;
import daybook.exchange.reference.PlainReplay.Order;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Random rows of a command file: few prices, few ids and few owners, so that orders meet, ids come back and owners trade with
 * themselves. Looks at a book to know which ids rest.
 */
final class CommandMix {
    private static final int IDS = 40;
    private static final String[] OWNERS = {"", "", "", "p1", "p1", "p2", "Frau Größe"};

    private final Random random;
    private final PlainReplay book;
    private final BigDecimal tick;
    private final BigDecimal lot;
    private final boolean auctions;

    CommandMix(long seed, PlainReplay book) {
        random = new Random(seed);
        this.book = book;
        tick = List.of("1", "0.25", "0.01", "0.5", "0.001", "100").stream()
                .map(BigDecimal::new)
                .toList()
                .get(random.nextInt(6));
        lot = BigDecimal.ONE.movePointLeft(random.nextInt(4) * random.nextInt(2));
        auctions = random.nextInt(3) > 0;
    }

    Command next() {
        int roll = random.nextInt(100);
        if (roll < 3) {
            String phase = random.nextBoolean() && auctions ? "PREOPEN" : "OPEN";
            return new Command("PHASE", "", "", phase, "", "");
        }
        if (roll < 65) {
            Optional<String> id = unusedId();
            if (id.isPresent()) {
                return entry(roll, id.get());
            }
        }
        return roll < 80 ? amend() : roll < 90 ? cancel() : reduce();
    }

    private Command entry(int roll, String id) {
        String side = side();
        if (roll < 9) {
            return new Command("NEW_MKT", id, side, "", quantity(), owner());
        }
        String cmd =
                roll < 15 ? "NEW_IOC" : roll < 21 ? "NEW_FOK" : roll < 27 ? "NEW_POST" : roll < 31 ? "LOAD" : "NEW";
        return new Command(cmd, id, side, price(), quantity(), owner());
    }

    private Command amend() {
        Optional<Order> resting = resting();
        if (resting.isEmpty()) {
            return new Command("AMEND", unusedId().orElseThrow(), side(), price(), quantity(), owner());
        }
        Order order = resting.get();
        boolean samePrice = order.price != null && random.nextBoolean();
        String price = samePrice ? String.valueOf(order.price) : price();
        boolean less = random.nextBoolean() && order.open.compareTo(lot) > 0;
        String quantity = less ? order.open.subtract(lot).toPlainString() : quantity();
        return new Command("AMEND", order.id, order.side, price, quantity, owner());
    }

    private Command cancel() {
        String id = resting().map(order -> order.id).or(this::unusedId).orElseThrow();
        return new Command("CANCEL", id, "", "", "", owner());
    }

    private Command reduce() {
        String id = resting().map(order -> order.id).or(this::unusedId).orElseThrow();
        return new Command("REDUCE", id, "", "", quantity(), owner());
    }

    /** Nine times out of ten one of the book, if it has any. */
    private Optional<Order> resting() {
        List<Order> orders = book.book();
        boolean any = !orders.isEmpty() && (random.nextInt(10) > 0 || orders.size() == IDS);
        return any ? Optional.of(orders.get(random.nextInt(orders.size()))) : Optional.empty();
    }

    private Optional<String> unusedId() {
        int first = random.nextInt(IDS);
        for (int i = 0; i < IDS; i++) {
            String id = id((first + i) % IDS);
            if (book.named(id).isEmpty()) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    private static String id(int number) {
        return number % 10 == 0 ? "Größe \\ " + number : "o" + number;
    }

    private String side() {
        return random.nextBoolean() ? "B" : "A";
    }

    private String owner() {
        return OWNERS[random.nextInt(OWNERS.length)];
    }

    private String price() {
        return padded(tick.multiply(BigDecimal.valueOf(100 + random.nextInt(8))));
    }

    private String quantity() {
        return padded(lot.multiply(BigDecimal.valueOf(1 + random.nextInt(12))));
    }

    /** Now and then with zeros that change nothing. */
    private String padded(BigDecimal number) {
        return random.nextInt(8) == 0 ? number.setScale(number.scale() + 2).toPlainString() : number.toPlainString();
    }
}
