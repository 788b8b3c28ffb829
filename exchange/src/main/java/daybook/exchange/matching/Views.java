package daybook.exchange.matching;

import daybook.exchange.BookView;
import daybook.exchange.OrderView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies of the state, for people who ask. */
final class Views {
    private final Venue venue;

    Views(Venue venue) {
        this.venue = venue;
    }

    @Nullable
    Book book(String symbol) {
        return isName(symbol, CommandSlot.MAX_SYMBOL) ? venue.book(Ascii.of(symbol)) : null;
    }

    @Nullable
    AccountState account(String accountId) {
        return isName(accountId, CommandSlot.MAX_ACCOUNT_ID) ? venue.account(Ascii.of(accountId)) : null;
    }

    /** Whether a text could be a name at all; what people ask for need not be. */
    private static boolean isName(String text, int most) {
        return text.length() <= most && text.chars().allMatch(c -> c > 0 && c < 128);
    }

    BookView view(Book book, int depth) {
        return new BookView(
                book.symbol.toString(),
                venue.lastSeq,
                levels(book.bids.ladder, depth),
                levels(book.asks.ladder, depth));
    }

    private List<BookView.Level> levels(PriceLadder ladder, int depth) {
        List<BookView.Level> list = new ArrayList<>();
        int level = ladder.best();
        while (level != LevelTable.NONE && list.size() < depth) {
            long price = venue.levels.price(level);
            list.add(new BookView.Level(price, venue.levels.quantity(level), venue.levels.count(level)));
            level = ladder.worse(price);
        }
        return List.copyOf(list);
    }

    int find(String accountId, String clientOrderId) {
        AccountState account = account(accountId);
        boolean possible =
                account != null && !clientOrderId.isEmpty() && isName(clientOrderId, CommandSlot.MAX_CLIENT_ORDER_ID);
        return possible && account != null ? venue.registry.find(account, Ascii.of(clientOrderId)) : OrderTable.NONE;
    }

    List<OrderView> openOrders(AccountState account) {
        List<OrderView> list = new ArrayList<>(account.openOrders);
        for (int order = account.oldestOpen; order != OrderTable.NONE; order = venue.orders.youngerSibling(order)) {
            list.add(view(order));
        }
        return List.copyOf(list);
    }

    OrderView view(int order) {
        OrderTable orders = venue.orders;
        Ascii name = new Ascii(CommandSlot.MAX_CLIENT_ORDER_ID);
        orders.copyName(order, name);
        return new OrderView(
                orders.acceptedSeq(order),
                orders.orderId(order),
                name.toString(),
                venue.accountOf(order).accountId.toString(),
                venue.bookOf(order).symbol.toString(),
                orders.side(order),
                orders.orderType(order),
                orders.timeInForce(order),
                orders.price(order),
                orders.quantity(order),
                orders.traded(order),
                orders.isOpen(order) ? 0 : orders.left(order),
                status(order));
    }

    private OrderView.Status status(int order) {
        return switch (venue.orders.status(order)) {
            case OrderTable.FILLED -> OrderView.Status.FILLED;
            case OrderTable.CANCELLED -> OrderView.Status.CANCELLED;
            default -> venue.orders.traded(order) == 0 ? OrderView.Status.OPEN : OrderView.Status.PARTIALLY_FILLED;
        };
    }
}
