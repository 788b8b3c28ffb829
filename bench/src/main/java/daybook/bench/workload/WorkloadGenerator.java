package daybook.bench.workload;

import daybook.bench.workload.Workload.Op;
import java.util.SplittableRandom;

/**
 * Makes {@link Workload}s from a seed: limit orders around a wandering middle, a part of which cross; IOC orders that sweep;
 * cancels and moves of random live orders; about {@code prefillPerSymbol} live orders all the time.
 */
public final class WorkloadGenerator {
    static final int USERS = 1_000;
    private static final int START = 100_000;
    private static final int DRIFT = 1_000;
    private static final int RESTING = 1_000;

    private final SplittableRandom random;
    private final int prefillPerSymbol;
    private final Mix mix;
    private final Executions executions;
    private final ReferenceBook[] books;
    private long lastId;

    /** Shares of the kinds of command. */
    record Mix(int gtc, int ioc, int cancel, int move) {
        int sum() {
            return gtc + ioc + cancel + move;
        }
    }

    private WorkloadGenerator(long seed, int symbols, int prefillPerSymbol, Mix mix) {
        this.random = new SplittableRandom(seed);
        this.prefillPerSymbol = prefillPerSymbol;
        this.mix = mix;
        this.executions = new Executions(symbols);
        this.books = new ReferenceBook[symbols];
        for (int s = 0; s < symbols; s++) {
            books[s] = new ReferenceBook(s, executions);
        }
    }

    /** 45 % limit, 10 % IOC, 35 % cancel, 10 % move. */
    public static Workload flow(int symbols, int commands) {
        return flow(symbols, commands, RESTING);
    }

    /** The same with so many orders resting in each book. */
    public static Workload flow(int symbols, int commands, int restingPerSymbol) {
        WorkloadGenerator generator = new WorkloadGenerator(42, symbols, restingPerSymbol, new Mix(45, 10, 35, 10));
        return generator.generate("flow-" + symbols, commands);
    }

    /** 9 % limit, 3 % IOC, 6 % cancel, 82 % move. */
    public static Workload move(int symbols, int commands) {
        return new WorkloadGenerator(42, symbols, RESTING, new Mix(9, 3, 6, 82)).generate("move-" + symbols, commands);
    }

    private Workload generate(String name, int commands) {
        int prefill = books.length * prefillPerSymbol;
        Workload workload = new Workload(name, books.length, prefill, prefill + commands, executions);
        for (int i = 0; i < prefill; i++) {
            fill(workload, i);
        }
        executions.reset();
        for (int i = prefill; i < workload.total(); i++) {
            next(workload, i);
        }
        return workload;
    }

    private void fill(Workload workload, int i) {
        int symbol = i % books.length;
        ReferenceBook book = books[symbol];
        Order order = newOrder(random.nextInt(2) == 0);
        order.size = 1 + random.nextInt(100);
        int distance = 1 + exponential(100, 400);
        order.price = order.buy ? book.mid - distance : book.mid + distance;
        workload.set(i, Op.GTC, order.buy, symbol, order);
        book.list(order);
        book.rest(order);
    }

    private void next(Workload workload, int i) {
        int symbol = random.nextInt(books.length);
        ReferenceBook book = books[symbol];
        if (random.nextInt(64) == 0) {
            book.mid = Math.max(START - DRIFT, Math.min(START + DRIFT, book.mid + random.nextInt(3) - 1));
        }
        Op op = chooseOp(book.live.size());
        switch (op) {
            case GTC, IOC -> enter(workload, i, symbol, op);
            case CANCEL -> cancel(workload, i, symbol);
            case MOVE -> move(workload, i, symbol);
        }
    }

    /** Keeps the number of live orders within a tenth of the prefill. */
    private Op chooseOp(int live) {
        int x = random.nextInt(mix.sum());
        Op op = x < mix.gtc()
                ? Op.GTC
                : x < mix.gtc() + mix.ioc() ? Op.IOC : x < mix.gtc() + mix.ioc() + mix.cancel() ? Op.CANCEL : Op.MOVE;
        if (op == Op.CANCEL && live < prefillPerSymbol * 0.9) {
            return Op.GTC;
        }
        if (op == Op.GTC && live > prefillPerSymbol * 1.1) {
            return Op.CANCEL;
        }
        return live == 0 ? Op.GTC : op;
    }

    private void enter(Workload workload, int i, int symbol, Op op) {
        ReferenceBook book = books[symbol];
        Order order = newOrder(random.nextInt(2) == 0);
        if (op == Op.GTC) {
            order.size = 1 + random.nextInt(100);
            int distance = exponential(60, 400) - 1; // -1 crosses the middle: some trade at once
            order.price = order.buy ? book.mid - distance : book.mid + distance;
        } else {
            order.size = 1 + random.nextInt(150);
            order.price = order.buy ? book.mid + 5 + random.nextInt(20) : book.mid - 5 - random.nextInt(20);
        }
        workload.set(i, op, order.buy, symbol, order);
        order.size = book.match(order.id, order.buy, order.price, order.size);
        if (op == Op.GTC && order.size > 0) {
            book.list(order);
            book.rest(order);
        }
    }

    private void cancel(Workload workload, int i, int symbol) {
        ReferenceBook book = books[symbol];
        Order order = book.live.get(random.nextInt(book.live.size()));
        workload.set(i, Op.CANCEL, order.buy, symbol, order);
        book.remove(order);
        book.unlist(order);
    }

    private void move(Workload workload, int i, int symbol) {
        ReferenceBook book = books[symbol];
        Order order = book.live.get(random.nextInt(book.live.size()));
        book.remove(order);
        int step = 1 + random.nextInt(10);
        int wanted = order.price + (random.nextBoolean() ? step : -step);
        int price = order.buy ? Math.min(wanted, book.mid + 1) : Math.max(wanted, book.mid - 1);
        // Never to its own price: whether that keeps the place is each venue's own rule.
        order.price = price != order.price ? price : order.buy ? price - 1 : price + 1;
        workload.set(i, Op.MOVE, order.buy, symbol, order);
        order.size = book.match(order.id, order.buy, order.price, order.size);
        if (order.size == 0) {
            book.unlist(order);
        } else {
            book.rest(order);
        }
    }

    private Order newOrder(boolean buy) {
        Order order = new Order();
        order.id = ++lastId;
        order.user = 1 + random.nextInt(USERS);
        order.buy = buy;
        return order;
    }

    private int exponential(int mean, int max) {
        return (int) Math.min(max, -Math.log(1 - random.nextDouble()) * mean);
    }
}
