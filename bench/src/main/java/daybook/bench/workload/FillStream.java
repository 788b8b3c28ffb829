package daybook.bench.workload;

import java.util.SplittableRandom;

/** Trades of random accounts, two fills each: what a position service gets. Seeded. */
public final class FillStream {
    private static final int ACCOUNTS = 1_000;
    private static final int SYMBOLS = 50;

    private final int[] account;
    private final int[] symbol;
    private final int[] quantity;
    private final int[] price;
    private final String[] accountNames = names("A", ACCOUNTS);
    private final String[] symbolNames = names("S", SYMBOLS);

    /** @param fills an even number */
    public FillStream(int fills) {
        SplittableRandom random = new SplittableRandom(7);
        account = new int[fills];
        symbol = new int[fills];
        quantity = new int[fills];
        price = new int[fills];
        for (int i = 0; i < fills; i += 2) {
            account[i] = random.nextInt(ACCOUNTS);
            account[i + 1] = (account[i] + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            symbol[i + 1] = symbol[i] = random.nextInt(SYMBOLS);
            quantity[i + 1] = quantity[i] = 1 + random.nextInt(100);
            price[i + 1] = price[i] = 100_000 + random.nextInt(2_000);
        }
    }

    private static String[] names(String prefix, int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = prefix + i;
        }
        return names;
    }

    public int size() {
        return account.length;
    }

    public String account(int i) {
        return accountNames[account[i]];
    }

    public String symbol(int i) {
        return symbolNames[symbol[i]];
    }

    /** The first fill of a trade buys, the second sells. */
    public boolean buy(int i) {
        return i % 2 == 0;
    }

    public long tradeId(int i) {
        return i / 2 + 1L;
    }

    public long quantity(int i) {
        return quantity[i];
    }

    public long price(int i) {
        return price[i];
    }
}
