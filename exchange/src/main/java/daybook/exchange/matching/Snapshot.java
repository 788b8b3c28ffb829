package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * The state as bytes. Everything is written in an order that the history decides - instruments and accounts as added, queues as
 * they stand, memories as they came - and nothing of how it lies in memory, so equal states give equal bytes.
 */
final class Snapshot {
    private static final int MAGIC = 0x4E534244; // "DBSN"
    private static final int FORMAT = 1;
    private static final SessionState[] SESSIONS = SessionState.values();
    private static final SelfTradeMode[] SELF_TRADE_MODES = SelfTradeMode.values();
    private static final Side[] SIDES = Side.values();
    private static final OrderType[] ORDER_TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();

    private final Venue venue;
    private final CommandSlot slot = new CommandSlot();
    private final Ascii name = new Ascii(CommandSlot.MAX_CLIENT_ORDER_ID);

    Snapshot(Venue venue) {
        this.venue = venue;
    }

    void write(SnapshotOutput out) {
        out.putInt(MAGIC);
        out.putInt(FORMAT);
        out.putInt(MatchingEngine.VERSION);
        out.putLong(venue.lastSeq);
        out.putLong(venue.lastOrderId);
        out.putLong(venue.lastTradeId);
        out.putConstant(venue.session);
        out.putFlag(venue.auctionPending);
        out.putFlag(venue.killed);
        out.putInt(venue.books.size());
        venue.books.forEach(book -> writeInstrument(out, book));
        out.putInt(venue.accounts.size());
        venue.accounts.forEach(account -> writeAccount(out, account));
        venue.books.forEach(book -> {
            writeSide(out, book.bids);
            writeSide(out, book.asks);
        });
        venue.accounts.forEach(account -> writeMemory(out, account));
    }

    private static void writeInstrument(SnapshotOutput out, Book book) {
        Instrument instrument = book.instrument();
        out.putName(instrument.symbol());
        out.putByte(instrument.priceScale());
        out.putByte(instrument.quantityScale());
        out.putByte(instrument.moneyScale());
        out.putLong(instrument.tick());
        out.putLong(instrument.lot());
        out.putLong(instrument.referencePrice());
        out.putInt(instrument.bandPercent());
        out.putLong(instrument.maxQuantity());
        out.putLong(instrument.maxNotional());
        out.putName(instrument.currency());
        out.putLong(book.referencePrice());
        out.putLong(book.lastTradePrice());
    }

    private static void writeAccount(SnapshotOutput out, AccountState account) {
        Account settings = account.settings();
        out.putName(settings.accountId());
        out.putFlag(settings.enabled());
        out.putConstant(settings.selfTradeMode());
        out.putInt(settings.ordersPerSecond());
        out.putInt(settings.burst());
        out.putInt(settings.maxOpenOrders());
        out.putFlag(account.killed);
        out.putLong(account.credit());
        out.putLong(account.creditTime());
    }

    private void writeSide(SnapshotOutput out, BookSide side) {
        int count = venue.levels.count(side.marketLevel());
        for (int level = side.ladder.best(); level != LevelTable.NONE; ) {
            count += venue.levels.count(level);
            level = side.ladder.worse(venue.levels.price(level));
        }
        out.putInt(count);
        writeQueue(out, side.marketLevel());
        for (int level = side.ladder.best(); level != LevelTable.NONE; ) {
            writeQueue(out, level);
            level = side.ladder.worse(venue.levels.price(level));
        }
    }

    private void writeQueue(SnapshotOutput out, int level) {
        for (int order = venue.levels.first(level); order != OrderTable.NONE; order = venue.orders.behind(order)) {
            out.putInt(venue.orders.account(order));
            writeOrder(out, order);
        }
    }

    private void writeMemory(SnapshotOutput out, AccountState account) {
        out.putInt(account.remembered);
        int order = account.oldestRemembered;
        for (int i = 0; i < account.remembered; i++) {
            out.putInt(venue.orders.book(order));
            out.putByte(venue.orders.status(order));
            writeOrder(out, order);
            order = venue.orders.behind(order);
        }
    }

    private void writeOrder(SnapshotOutput out, int order) {
        OrderTable orders = venue.orders;
        out.putLong(orders.orderId(order));
        out.putLong(orders.acceptedSeq(order));
        out.putConstant(orders.side(order));
        out.putConstant(orders.orderType(order));
        out.putConstant(orders.timeInForce(order));
        out.putFlag(orders.loaded(order));
        out.putLong(orders.price(order));
        out.putLong(orders.quantity(order));
        out.putLong(orders.traded(order));
        orders.copyName(order, name);
        out.putName(name);
        if (name.length() > 0) {
            out.putLong(orders.firstPrice(order));
            out.putLong(orders.firstQuantity(order));
        }
    }

    /** Fills an empty venue. */
    void read(SnapshotInput in) {
        expect("magic", in.getInt(), MAGIC);
        expect("format", in.getInt(), FORMAT);
        expect("engine version", in.getInt(), MatchingEngine.VERSION);
        venue.lastSeq = in.getLong();
        long lastOrderId = in.getLong();
        venue.lastTradeId = in.getLong();
        venue.session = in.getConstant(SESSIONS);
        venue.auctionPending = in.getFlag();
        venue.killed = in.getFlag();
        int books = in.getCount();
        for (int i = 0; i < books; i++) {
            readInstrument(in);
        }
        int accounts = in.getCount();
        for (int i = 0; i < accounts; i++) {
            readAccount(in);
        }
        LongArrayList open = new LongArrayList();
        venue.books.forEach(book -> {
            readSide(in, book, Side.BUY, open);
            readSide(in, book, Side.SELL, open);
        });
        venue.accounts.forEach(account -> readMemory(in, account));
        venue.registry.indexAll();
        long[] orderIds = open.toLongArray();
        Arrays.sort(orderIds);
        for (long orderId : orderIds) {
            venue.registry.joinAccount(venue.registry.find(orderId));
        }
        venue.lastOrderId = lastOrderId;
        in.expectEnd();
    }

    private static void expect(String field, int value, int expected) {
        if (value != expected) {
            throw new SnapshotFormatException(field + ": " + value + " (expected: " + expected + ")");
        }
    }

    private void readInstrument(SnapshotInput in) {
        Instrument instrument = new Instrument(
                in.getName(),
                in.getByte(),
                in.getByte(),
                in.getByte(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getName());
        if (!SettingRules.isValid(instrument)) {
            throw new SnapshotFormatException("instrument: " + instrument + " (expected: valid settings)");
        }
        Book book = venue.add(instrument);
        book.setReferencePrice(in.getLong());
        book.traded(in.getLong());
    }

    private void readAccount(SnapshotInput in) {
        Account settings = new Account(
                in.getName(), in.getFlag(), in.getConstant(SELF_TRADE_MODES), in.getInt(), in.getInt(), in.getInt());
        if (!SettingRules.isValid(settings)) {
            throw new SnapshotFormatException("account: " + settings + " (expected: valid settings)");
        }
        AccountState account = venue.add(settings, 0);
        account.killed = in.getFlag();
        account.restoreCredit(in.getLong(), in.getLong());
    }

    private void readSide(SnapshotInput in, Book book, Side side, LongArrayList open) {
        int count = in.getCount();
        for (int i = 0; i < count; i++) {
            AccountState account = venue.accounts.get(in.getIndex(venue.accounts.size()));
            int order = readOrder(in, account, book);
            if (venue.orders.side(order) != side || venue.orders.left(order) <= 0) {
                throw new SnapshotFormatException(
                        "order: " + venue.orders.orderId(order) + " (expected: open, on its side)");
            }
            book.side(side).add(order);
            open.addLong(venue.orders.orderId(order));
        }
    }

    private void readMemory(SnapshotInput in, AccountState account) {
        int count = in.getCount();
        for (int i = 0; i < count; i++) {
            Book book = venue.books.get(in.getIndex(venue.books.size()));
            int status = in.getByte();
            if (status != OrderTable.FILLED && status != OrderTable.CANCELLED) {
                throw new SnapshotFormatException("status: " + status + " (expected: of a finished order)");
            }
            int order = readOrder(in, account, book);
            venue.registry.restoreEnded(order, status);
        }
    }

    private int readOrder(SnapshotInput in, AccountState account, Book book) {
        OrderTable orders = venue.orders;
        long orderId = in.getLong();
        long acceptedSeq = in.getLong();
        Side side = in.getConstant(SIDES);
        OrderType type = in.getConstant(ORDER_TYPES);
        TimeInForce timeInForce = in.getConstant(TIMES_IN_FORCE);
        boolean loaded = in.getFlag();
        long price = in.getLong();
        long quantity = in.getLong();
        long traded = in.getLong();
        in.getName(name);
        boolean named = name.length() > 0;
        long firstPrice = named ? in.getLong() : price;
        long firstQuantity = named ? in.getLong() : quantity;
        if (loaded) {
            slot.loadOrder(side, firstPrice, firstQuantity);
        } else {
            slot.newOrder(side, type, timeInForce, firstPrice, firstQuantity);
        }
        slot.clientOrderId().set(name);
        int order = venue.registry.restore(slot, account, book);
        orders.setIds(order, orderId, acceptedSeq);
        orders.setTerms(order, price, quantity);
        orders.addTraded(order, traded);
        return order;
    }
}
