package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Instrument;
import java.util.regex.Pattern;

/** What an instrument and an account may be; {@link Instrument} and {@link Account} state the same in words. */
final class SettingRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,31}");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3,8}");
    private static final int MAX_SCALE = 9;
    private static final int MAX_MONEY_SCALE = 18;

    private SettingRules() {}

    static boolean isValid(Instrument instrument) {
        return NAME.matcher(instrument.symbol()).matches()
                && CURRENCY.matcher(instrument.currency()).matches()
                && scalesAreValid(instrument)
                && instrument.tick() > 0
                && instrument.lot() > 0
                && instrument.bandPercent() >= 0
                && instrument.maxQuantity() >= 0
                && instrument.maxNotional() >= 0
                && instrument.referencePrice() >= (needsReference(instrument) ? 1 : 0);
    }

    private static boolean scalesAreValid(Instrument instrument) {
        int price = instrument.priceScale();
        int quantity = instrument.quantityScale();
        int money = instrument.moneyScale();
        return price >= 0
                && price <= MAX_SCALE
                && quantity >= 0
                && quantity <= MAX_SCALE
                && money >= price + quantity
                && money <= MAX_MONEY_SCALE;
    }

    private static boolean needsReference(Instrument instrument) {
        return instrument.bandPercent() > 0 || instrument.maxNotional() > 0;
    }

    /** Numbers that are already in events keep their meaning: scales and currency never change. */
    static boolean mayReplace(Instrument old, Instrument with) {
        return old.priceScale() == with.priceScale()
                && old.quantityScale() == with.quantityScale()
                && old.moneyScale() == with.moneyScale()
                && old.currency().equals(with.currency());
    }

    static boolean isValid(Account account) {
        return NAME.matcher(account.accountId()).matches()
                && account.ordersPerSecond() >= 0
                && account.burst() >= (account.ordersPerSecond() > 0 ? 1 : 0)
                && account.maxOpenOrders() >= 0;
    }
}
