package daybook.exchange.matching;

import daybook.events.EventJson;
import daybook.events.Instrument;
import daybook.events.Side;

/** One instrument: its rules, its price band and its two sides. */
final class Book {
    /** ISO 4217 for "no currency involved". */
    private static final String NO_CURRENCY = "XXX";

    final int index;
    final Ascii symbol;
    final BookSide bids;
    final BookSide asks;
    private Instrument instrument;
    private long referencePrice;
    private long lowestPrice;
    private long highestPrice;
    private long lastTradePrice;
    private final long moneyFactor;
    private final long largestValue;

    Book(int index, Instrument instrument, OrderTable orders, LevelTable levels) {
        this.index = index;
        this.symbol = Ascii.of(instrument.symbol());
        this.instrument = instrument;
        this.bids = new BookSide(Side.BUY, 2 * index, orders, levels);
        this.asks = new BookSide(Side.SELL, 2 * index + 1, orders, levels);
        this.moneyFactor = powerOfTen(instrument.moneyScale() - instrument.priceScale() - instrument.quantityScale());
        this.largestValue = instrument.currency().equals(NO_CURRENCY) ? Long.MAX_VALUE : EventJson.MAX_INTEGER;
        setReferencePrice(instrument.referencePrice());
    }

    Instrument instrument() {
        return instrument;
    }

    /** New rules for what comes from now on. A reference price other than the last setting replaces the one of the last close. */
    void change(Instrument to) {
        long reference = to.referencePrice() == instrument.referencePrice() ? referencePrice : to.referencePrice();
        instrument = to;
        setReferencePrice(reference);
    }

    BookSide side(Side side) {
        return side == Side.BUY ? bids : asks;
    }

    BookSide opposite(Side side) {
        return side == Side.BUY ? asks : bids;
    }

    long lastTradePrice() {
        return lastTradePrice;
    }

    void traded(long price) {
        lastTradePrice = price;
    }

    long referencePrice() {
        return referencePrice;
    }

    /** The last trade becomes the middle of the band. */
    void close() {
        if (lastTradePrice > 0) {
            setReferencePrice(lastTradePrice);
        }
    }

    /** Sets the middle of the band and computes its edges, rounded inwards. */
    void setReferencePrice(long price) {
        referencePrice = price;
        int percent = instrument.bandPercent();
        if (percent == 0) {
            lowestPrice = 1;
            highestPrice = Long.MAX_VALUE;
            return;
        }
        long width = percentOf(price, percent);
        lowestPrice = Math.max(1, price - width);
        highestPrice = width > Long.MAX_VALUE - price ? Long.MAX_VALUE : price + width;
    }

    /** {@code floor(value * percent / 100)}, at most Long.MAX_VALUE, without overflow on the way. */
    private static long percentOf(long value, int percent) {
        long hundreds = value / 100;
        long rest = value % 100 * percent / 100;
        return hundreds > (Long.MAX_VALUE - rest) / percent ? Long.MAX_VALUE : hundreds * percent + rest;
    }

    boolean inBand(long price) {
        return price >= lowestPrice && price <= highestPrice;
    }

    /** The worst price that a market order may trade at. */
    long marketLimit(Side side) {
        return side == Side.BUY ? highestPrice : lowestPrice;
    }

    /** The price that the notional of a market order is measured at; at least one price unit. */
    long marketNotionalPrice() {
        if (instrument.bandPercent() > 0) {
            return highestPrice;
        }
        return instrument.maxNotional() > 0 ? referencePrice : 1;
    }

    /**
     * Whether price x quantity is an amount that events and sums of money can carry: 2^53-1 money units, like every integer of an
     * event. Where no currency is involved no money moves, and it only has to fit a long.
     */
    boolean canBeWorth(long price, long quantity) {
        long value = notional(price, quantity);
        return value >= 0 && value <= largestValue;
    }

    /** Price x quantity in money units, both not negative; -1 if it does not fit a long. */
    long notional(long price, long quantity) {
        if (Math.multiplyHigh(price, quantity) != 0) {
            return -1;
        }
        long product = price * quantity;
        if (product < 0 || Math.multiplyHigh(product, moneyFactor) != 0) {
            return -1;
        }
        long money = product * moneyFactor;
        return money < 0 ? -1 : money;
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
