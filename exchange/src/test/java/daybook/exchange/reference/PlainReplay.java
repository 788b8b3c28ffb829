package daybook.exchange.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a command file, written a second time from their text: one list of orders, sorted whenever somebody asks. Decimals, no
 * ticks; owners on the orders, no accounts.
 */
public final class PlainReplay {
    /** What happens when two orders of one owner meet. */
    public enum Stp {
        CANCEL_RESTING,
        CANCEL_INCOMING,
        CANCEL_BOTH,
        NONE
    }

    /** One row of a command file; what it does not have is "". */
    public record Command(String cmd, String id, String side, String price, String qty, String owner) {
        public String csv(long n) {
            return n + "," + cmd + "," + id + "," + side + "," + price + "," + qty + "," + owner;
        }
    }

    /** An order in the book. */
    public static final class Order {
        public final String id;
        public final String side;
        public final @Nullable BigDecimal price;
        public BigDecimal open;
        public String owner;

        Order(Command command, boolean market) {
            id = command.id();
            side = command.side();
            price = market ? null : new BigDecimal(command.price());
            open = new BigDecimal(command.qty());
            owner = command.owner();
        }

        boolean reaches(BigDecimal auctionPrice) {
            return price == null
                    || (side.equals("B") ? price.compareTo(auctionPrice) >= 0 : price.compareTo(auctionPrice) <= 0);
        }
    }

    private final Stp stp;
    /** In order of arrival at their price. */
    private final List<Order> book = new ArrayList<>();

    private final List<String> rows = new ArrayList<>();
    private boolean preopen;
    private long n;
    private int seq;
    public long unknown;

    public PlainReplay(Stp stp) {
        this.stp = stp;
    }

    /** {@code n,seq,kind,id,price,qty}, numbers without needless zeros. */
    public List<String> rows() {
        return rows;
    }

    public List<Order> book() {
        return book;
    }

    public Optional<Order> named(String id) {
        return book.stream().filter(order -> order.id.equals(id)).findFirst();
    }

    public Optional<BigDecimal> best(String side) {
        return sorted(side).filter(order -> order.price != null).findFirst().map(order -> order.price);
    }

    public void run(Command command) {
        n++;
        seq = 0;
        Optional<Order> known = named(command.id());
        if (!command.owner().isEmpty()) {
            known.ifPresent(order -> order.owner = command.owner());
        }
        switch (command.cmd()) {
            case "LOAD" -> book.add(new Order(command, false));
            case "PHASE" -> phase(command.price());
            case "NEW" -> enter(new Order(command, false));
            case "NEW_IOC" -> immediate(new Order(command, false));
            case "NEW_FOK" -> fillOrKill(new Order(command, false));
            case "NEW_POST" -> post(new Order(command, false));
            case "NEW_MKT" -> market(new Order(command, true));
            case "AMEND" ->
                known.ifPresentOrElse(order -> amend(order, command), () -> {
                    unknown++;
                    book.add(new Order(command, false));
                });
            case "CANCEL" -> known.ifPresentOrElse(book::remove, () -> unknown++);
            case "REDUCE" -> known.ifPresentOrElse(order -> reduce(order, command), () -> unknown++);
            default -> throw new IllegalArgumentException("cmd: " + command.cmd());
        }
    }

    private void phase(String state) {
        if (state.equals("PREOPEN")) {
            preopen = true;
        } else if (preopen) {
            preopen = false;
            uncross();
            book.removeIf(order -> order.price == null);
        }
    }

    private void enter(Order order) {
        if (preopen || match(order)) {
            book.add(order);
        }
    }

    private void immediate(Order order) {
        if (!preopen) {
            match(order);
        }
    }

    private void fillOrKill(Order order) {
        if (!preopen && within(order).compareTo(order.open) >= 0) {
            match(order);
        }
    }

    private void post(Order order) {
        if (preopen || opposite(order).findFirst().isEmpty()) {
            book.add(order);
        }
    }

    private void market(Order order) {
        if (preopen) {
            book.add(order);
        } else {
            match(order);
        }
    }

    private void amend(Order order, Command command) {
        BigDecimal price = new BigDecimal(command.price());
        BigDecimal open = new BigDecimal(command.qty());
        if (order.price != null && order.price.compareTo(price) == 0 && open.compareTo(order.open) <= 0) {
            order.open = open;
        } else {
            book.remove(order);
            Order again = new Order(command, false);
            again.owner = order.owner;
            enter(again);
        }
    }

    private void reduce(Order order, Command command) {
        order.open = order.open.subtract(new BigDecimal(command.qty()));
        book.removeIf(each -> each.open.signum() <= 0);
    }

    /** Trades an incoming order with the best of the other side, one after the other; true if something of it is left to rest. */
    private boolean match(Order incoming) {
        while (incoming.open.signum() > 0) {
            Optional<Order> best = opposite(incoming).findFirst();
            if (best.isEmpty()) {
                return true;
            }
            Order resting = best.get();
            if (isOwn(incoming, resting)) {
                if (stp != Stp.CANCEL_INCOMING) {
                    row("STP", resting, resting.price, resting.open);
                    book.remove(resting);
                }
                if (stp != Stp.CANCEL_RESTING) {
                    return false;
                }
            } else {
                BigDecimal traded = incoming.open.min(resting.open);
                incoming.open = incoming.open.subtract(traded);
                fill(resting, resting.price, traded);
            }
        }
        return false;
    }

    /** How much of the order could trade now. */
    private BigDecimal within(Order incoming) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Order resting : opposite(incoming).toList()) {
            if (!isOwn(incoming, resting)) {
                sum = sum.add(resting.open);
            } else if (stp != Stp.CANCEL_RESTING) {
                return sum;
            }
        }
        return sum;
    }

    private boolean isOwn(Order incoming, Order resting) {
        return stp != Stp.NONE && !incoming.owner.isEmpty() && incoming.owner.equals(resting.owner);
    }

    private void uncross() {
        BigDecimal best = null;
        for (BigDecimal price : book.stream()
                .filter(o -> o.price != null)
                .map(o -> o.price)
                .sorted()
                .toList()) {
            if (best == null
                    || volume(price).compareTo(volume(best)) > 0
                    || (volume(price).compareTo(volume(best)) == 0
                            && imbalance(price).compareTo(imbalance(best)) < 0)) {
                best = price;
            }
        }
        if (best == null) {
            return;
        }
        BigDecimal volume = volume(best);
        for (String side : List.of("B", "A")) {
            BigDecimal left = volume;
            for (Order order : sorted(side).toList()) {
                BigDecimal traded = left.min(order.open);
                if (traded.signum() > 0) {
                    left = left.subtract(traded);
                    fill(order, best, traded);
                }
            }
        }
    }

    private BigDecimal volume(BigDecimal price) {
        return wanted("B", price).min(wanted("A", price));
    }

    private BigDecimal imbalance(BigDecimal price) {
        return wanted("B", price).subtract(wanted("A", price)).abs();
    }

    private BigDecimal wanted(String side, BigDecimal price) {
        return book.stream()
                .filter(order -> order.side.equals(side) && order.reaches(price))
                .map(order -> order.open)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** A side, market orders first, then by price; equal ones as they arrived (the sort is stable). */
    private Stream<Order> sorted(String side) {
        Comparator<BigDecimal> better = side.equals("B") ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return book.stream()
                .filter(order -> order.side.equals(side))
                .sorted(Comparator.comparing(order -> order.price, Comparator.nullsFirst(better)));
    }

    /** The orders that an incoming one may trade with, best first. */
    private Stream<Order> opposite(Order incoming) {
        return sorted(incoming.side.equals("B") ? "A" : "B")
                .filter(resting -> resting.price != null
                        && (incoming.price == null
                                || (incoming.side.equals("B")
                                        ? resting.price.compareTo(incoming.price) <= 0
                                        : resting.price.compareTo(incoming.price) >= 0)));
    }

    private void fill(Order resting, @Nullable BigDecimal price, BigDecimal quantity) {
        row("FILL", resting, price, quantity);
        resting.open = resting.open.subtract(quantity);
        if (resting.open.signum() == 0) {
            book.remove(resting);
        }
    }

    private void row(String kind, Order resting, @Nullable BigDecimal price, BigDecimal quantity) {
        seq++;
        rows.add(String.join(
                ",", Long.toString(n), Integer.toString(seq), kind, resting.id, plain(price), plain(quantity)));
    }

    private static String plain(@Nullable BigDecimal number) {
        return number == null ? "" : number.stripTrailingZeros().toPlainString();
    }
}
