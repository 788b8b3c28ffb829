package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.SelfTradeMode;

/** One account: its settings, its open orders in the order of acceptance, what it remembers, and its rate limit. */
final class AccountState {
    /** One command, in millionths: a rate of one per second then adds one per microsecond. */
    private static final long TOKEN = 1_000_000;

    final int index;
    final Ascii accountId;
    int openOrders;
    int oldestOpen = OrderTable.NONE;
    int youngestOpen = OrderTable.NONE;
    int remembered;
    int oldestRemembered = OrderTable.NONE;
    int youngestRemembered = OrderTable.NONE;
    boolean killed;
    private Account settings;
    // The settings that every order looks at, without a step through the record.
    private boolean enabled;
    private SelfTradeMode selfTradeMode;
    private int ordersPerSecond;
    private int maxOpenOrders;
    private long credit;
    private long creditTime;

    AccountState(int index, Account settings, long time) {
        this.index = index;
        this.accountId = Ascii.of(settings.accountId());
        this.settings = settings;
        this.enabled = settings.enabled();
        this.selfTradeMode = settings.selfTradeMode();
        this.ordersPerSecond = settings.ordersPerSecond();
        this.maxOpenOrders = settings.maxOpenOrders();
        this.credit = settings.burst() * TOKEN;
        this.creditTime = time;
    }

    Account settings() {
        return settings;
    }

    boolean enabled() {
        return enabled;
    }

    SelfTradeMode selfTradeMode() {
        return selfTradeMode;
    }

    /** Whether it may have one more order in the book. */
    boolean hasRoomForOneMore() {
        return maxOpenOrders == 0 || openOrders < maxOpenOrders;
    }

    /** New settings; what was saved up at the old rate stays, up to the new burst. */
    void change(Account to, long time) {
        boolean limited = ordersPerSecond > 0;
        refill(time);
        settings = to;
        enabled = to.enabled();
        selfTradeMode = to.selfTradeMode();
        ordersPerSecond = to.ordersPerSecond();
        maxOpenOrders = to.maxOpenOrders();
        credit = limited ? Math.min(credit, to.burst() * TOKEN) : to.burst() * TOKEN;
        creditTime = Math.max(creditTime, time);
    }

    /** Whether one more command is within the rate; if so it counts. */
    boolean takeToken(long time) {
        if (ordersPerSecond == 0) {
            return true;
        }
        refill(time);
        if (credit < TOKEN) {
            return false;
        }
        credit -= TOKEN;
        return true;
    }

    private void refill(long time) {
        int rate = ordersPerSecond;
        if (rate == 0 || time <= creditTime) {
            return;
        }
        long elapsed = time - creditTime;
        long room = settings.burst() * TOKEN - credit;
        // A difference of two times may overflow; then it is certainly long enough.
        boolean full = elapsed < 0 || elapsed > room / rate;
        credit += full ? room : elapsed * rate;
        creditTime = time;
    }

    long credit() {
        return credit;
    }

    long creditTime() {
        return creditTime;
    }

    void restoreCredit(long savedCredit, long savedTime) {
        credit = savedCredit;
        creditTime = savedTime;
    }
}
