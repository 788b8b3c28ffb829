package daybook.exchange.matching;

import daybook.events.Command;
import daybook.events.TimeInForce;

/**
 * Finds orders by their ids and follows their lives: incoming, resting, and at the end remembered by its client order id or
 * forgotten.
 */
final class Registry {
    /** Finished orders that each account's client order ids are remembered for. */
    static final int MEMORY = 10_000;

    private static final int TOGETHER = 32;

    private final Venue venue;
    private final HandleIndex byOrderId = new HandleIndex();
    private final HandleIndex byClientOrderId = new HandleIndex();
    private final Ascii name = new Ascii(CommandSlot.MAX_CLIENT_ORDER_ID);

    @SuppressWarnings("UnusedVariable") // written, so that the compiler does not leave out the reads
    private long touched;

    Registry(Venue venue) {
        this.venue = venue;
    }

    /** An open or remembered order, or NONE. */
    int find(long orderId) {
        int hash = hash(orderId);
        for (int at = byOrderId.first(hash); at >= 0; at = byOrderId.next(at, hash)) {
            int order = byOrderId.orderAt(at);
            if (venue.orders.orderId(order) == orderId) {
                return order;
            }
        }
        return OrderTable.NONE;
    }

    /** An account's open or remembered order, or NONE. */
    int find(AccountState account, Ascii clientOrderId) {
        int hash = hash(account, clientOrderId);
        for (int at = byClientOrderId.first(hash); at >= 0; at = byClientOrderId.next(at, hash)) {
            int order = byClientOrderId.orderAt(at);
            if (venue.orders.account(order) == account.index && venue.orders.isNamed(order, clientOrderId)) {
                return order;
            }
        }
        return OrderTable.NONE;
    }

    /** Reads what {@link #find} of a client order id with this hash will read. */
    long foreseeName(int hash) {
        return byClientOrderId.home(hash);
    }

    /** Reads what {@link #find} of an order id with this hash will read first; it says where the order probably is. */
    int foreseeId(int hash) {
        return (int) byOrderId.home(hash);
    }

    /** Neighbouring ids share a cache line, and no pattern of ids that stay open can make the searches long. */
    static int hash(long orderId) {
        long block = (orderId >>> 4) * 0x9E3779B97F4A7C15L;
        return (int) (block >>> 32) & ~15 | (int) orderId & 15;
    }

    static int hash(AccountState account, Ascii clientOrderId) {
        return clientOrderId.scatter() + account.index * 0x9E3779B9;
    }

    /** Takes a new order in, under the next id; the next event accepts it. */
    int accept(CommandSlot command, AccountState account, Book book) {
        int order = restore(command, account, book);
        if (command.clientOrderId().length() > 0) {
            byClientOrderId.insert(hash(account, command.clientOrderId()), order);
        }
        return order;
    }

    /** The same without making it findable by its client order id: when a state is read, {@link #indexAll} does this for all. */
    int restore(CommandSlot command, AccountState account, Book book) {
        OrderTable orders = venue.orders;
        int order = orders.allocate();
        boolean loaded = command.kind() == Command.Kind.LOAD_ORDER;
        orders.setTerms(
                order, book.index, account.index, command.side(), command.orderType(), command.timeInForce(), loaded);
        orders.setTerms(order, command.price(), command.quantity());
        orders.setIds(order, ++venue.lastOrderId, venue.lastSeq + 1);
        if (command.clientOrderId().length() > 0) {
            orders.setName(order, command.clientOrderId(), command.price(), command.quantity());
        }
        return order;
    }

    /** Whether a command repeats, word for word, the one that this order came from. */
    boolean sameBody(int order, CommandSlot command) {
        OrderTable orders = venue.orders;
        return venue.bookOf(order).symbol.sameAs(command.symbol())
                && orders.loaded(order) == (command.kind() == Command.Kind.LOAD_ORDER)
                && orders.side(order) == command.side()
                && orders.orderType(order) == command.orderType()
                && orders.timeInForce(order) == command.timeInForce()
                && orders.firstPrice(order) == command.price()
                && orders.firstQuantity(order) == command.quantity();
    }

    /** Puts an order into its book, behind the others. One that was taken out for an amend keeps its place in its account. */
    void rest(int order) {
        venue.bookOf(order).side(venue.orders.side(order)).add(order);
        if (venue.orders.status(order) == OrderTable.INCOMING) {
            makeFindable(order);
            joinAccount(order);
        }
    }

    /** Remembers an order that had ended when the state was written. */
    void restoreEnded(int order, int status) {
        venue.orders.setStatus(order, status);
        remember(order);
    }

    /**
     * Makes all orders findable by both ids; only when none is. Their places in the indexes are looked at in groups before they are
     * filled, so that the memory is waited for once per group.
     */
    void indexAll() {
        int count = venue.orders.count();
        byOrderId.expect(count);
        byClientOrderId.expect(count);
        int[] idHashes = new int[TOGETHER];
        int[] nameHashes = new int[TOGETHER];
        for (int first = 1; first <= count; first += TOGETHER) {
            int together = Math.min(TOGETHER, count - first + 1);
            for (int i = 0; i < together; i++) {
                idHashes[i] = hash(venue.orders.orderId(first + i));
                venue.orders.copyName(first + i, name);
                nameHashes[i] = hash(venue.accountOf(first + i), name);
            }
            touch(idHashes, nameHashes, together);
            for (int i = 0; i < together; i++) {
                byOrderId.insert(idHashes[i], first + i);
                if (venue.orders.named(first + i)) {
                    byClientOrderId.insert(nameHashes[i], first + i);
                }
            }
        }
    }

    private void touch(int[] idHashes, int[] nameHashes, int together) {
        long read = 0;
        for (int i = 0; i < together; i++) {
            read += byOrderId.home(idHashes[i]) + byClientOrderId.home(nameHashes[i]);
        }
        touched = read;
    }

    private void makeFindable(int order) {
        byOrderId.insert(hash(venue.orders.orderId(order)), order);
    }

    /** Adds an order to its account's open orders, as the youngest. */
    void joinAccount(int order) {
        venue.orders.setStatus(order, OrderTable.RESTING);
        AccountState account = venue.accountOf(order);
        venue.orders.setSiblings(order, account.youngestOpen, OrderTable.NONE);
        if (account.youngestOpen == OrderTable.NONE) {
            account.oldestOpen = order;
        } else {
            venue.orders.setYoungerSibling(account.youngestOpen, order);
        }
        account.youngestOpen = order;
        account.openOrders++;
    }

    /** Ends an order that is in no book (any more). */
    void end(int order, int status) {
        OrderTable orders = venue.orders;
        boolean findable = orders.status(order) == OrderTable.RESTING;
        if (findable) {
            leaveAccount(order);
        }
        orders.setStatus(order, status);
        if (orders.named(order)) {
            if (!findable) {
                makeFindable(order);
            }
            remember(order);
        } else {
            if (findable) {
                byOrderId.remove(hash(orders.orderId(order)), order);
            }
            orders.release(order);
        }
    }

    private void remember(int order) {
        AccountState account = venue.accountOf(order);
        venue.orders.setQueue(order, OrderTable.NONE, OrderTable.NONE);
        if (account.remembered == 0) {
            account.oldestRemembered = order;
        } else {
            venue.orders.setBehind(account.youngestRemembered, order);
        }
        account.youngestRemembered = order;
        account.remembered++;
        if (account.remembered > MEMORY) {
            forgetOldest(account);
        }
    }

    private void forgetOldest(AccountState account) {
        int order = account.oldestRemembered;
        account.oldestRemembered = venue.orders.behind(order);
        account.remembered--;
        venue.orders.copyName(order, name);
        byClientOrderId.remove(hash(account, name), order);
        byOrderId.remove(hash(venue.orders.orderId(order)), order);
        venue.orders.release(order);
    }

    private void leaveAccount(int order) {
        AccountState account = venue.accountOf(order);
        int older = venue.orders.olderSibling(order);
        int younger = venue.orders.youngerSibling(order);
        if (older == OrderTable.NONE) {
            account.oldestOpen = younger;
        } else {
            venue.orders.setYoungerSibling(older, younger);
        }
        if (younger == OrderTable.NONE) {
            account.youngestOpen = older;
        } else {
            venue.orders.setOlderSibling(younger, older);
        }
        account.openOrders--;
    }

    /** Whether an order of this kind may stay in the book in continuous trading. */
    boolean mayRest(int order) {
        TimeInForce timeInForce = venue.orders.timeInForce(order);
        return venue.orders.price(order) != 0 && timeInForce != TimeInForce.IOC && timeInForce != TimeInForce.FOK;
    }
}
