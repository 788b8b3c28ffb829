package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Instrument;
import daybook.events.SessionState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state: who and what there is, and every number that the next event depends on. */
final class Venue {
    final OrderTable orders = new OrderTable();
    final LevelTable levels = new LevelTable(orders);
    final Registry registry = new Registry(this);
    /** In the order in which they were added; the index is what an order refers to. */
    final List<Book> books = new ArrayList<>();
    /** In the order in which they were added; the index is what an order refers to. */
    final List<AccountState> accounts = new ArrayList<>();

    SessionState session = SessionState.CLOSED;
    /** Whether there was an auction that has not been uncrossed yet. */
    boolean auctionPending;

    boolean killed;
    long lastSeq;
    long lastOrderId;
    long lastTradeId;

    private final NameTable<Book> booksBySymbol = new NameTable<>();
    private final NameTable<AccountState> accountsById = new NameTable<>();

    @Nullable
    Book book(Ascii symbol) {
        return booksBySymbol.find(symbol);
    }

    @Nullable
    AccountState account(Ascii accountId) {
        return accountsById.find(accountId);
    }

    /** The account that a command names: the one that was found when it was foreseen, if it is still that one. */
    @Nullable
    AccountState account(CommandSlot command) {
        int hint = command.accountHint();
        if (hint < accounts.size()) {
            AccountState foreseen = accounts.get(hint);
            if (foreseen.accountId.sameAs(command.accountId())) {
                return foreseen;
            }
        }
        return account(command.accountId());
    }

    Book bookOf(int order) {
        return books.get(orders.book(order));
    }

    AccountState accountOf(int order) {
        return accounts.get(orders.account(order));
    }

    Book add(Instrument instrument) {
        Book book = new Book(books.size(), instrument, orders, levels);
        books.add(book);
        booksBySymbol.put(book.symbol, book);
        return book;
    }

    AccountState add(Account settings, long time) {
        AccountState account = new AccountState(accounts.size(), settings, time);
        accounts.add(account);
        accountsById.put(account.accountId, account);
        return account;
    }
}
