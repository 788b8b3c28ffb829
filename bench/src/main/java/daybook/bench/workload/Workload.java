package daybook.bench.workload;

/**
 * A fixed stream of commands with the executions that a price-time book gives, so that nobody wins by doing less.
 *
 * <p>The first {@link #prefill} commands fill the books and do not trade; only what follows is timed and counted. A MOVE keeps
 * the id and the open size, loses its place and may trade.
 */
public final class Workload {
    /** What a command does. */
    public enum Op {
        GTC,
        IOC,
        CANCEL,
        MOVE
    }

    private final String name;
    private final int symbols;
    private final int prefill;
    private final Op[] ops;
    private final boolean[] buys;
    private final short[] symbol;
    private final int[] user;
    private final long[] orderId;
    private final int[] price;
    private final int[] size;
    private final Executions expected;

    Workload(String name, int symbols, int prefill, int total, Executions expected) {
        this.name = name;
        this.symbols = symbols;
        this.prefill = prefill;
        this.expected = expected;
        ops = new Op[total];
        buys = new boolean[total];
        symbol = new short[total];
        user = new int[total];
        orderId = new long[total];
        price = new int[total];
        size = new int[total];
    }

    void set(int i, Op op, boolean buy, int symbolIndex, Order order) {
        ops[i] = op;
        buys[i] = buy;
        symbol[i] = (short) symbolIndex;
        user[i] = order.user;
        orderId[i] = order.id;
        price[i] = order.price;
        size[i] = order.size;
    }

    public String name() {
        return name;
    }

    public int symbols() {
        return symbols;
    }

    public int users() {
        return WorkloadGenerator.USERS;
    }

    public int prefill() {
        return prefill;
    }

    /** All commands, the prefill included. */
    public int total() {
        return ops.length;
    }

    /** The commands that count. */
    public int timed() {
        return ops.length - prefill;
    }

    public Op op(int i) {
        return ops[i];
    }

    public boolean buy(int i) {
        return buys[i];
    }

    public int symbol(int i) {
        return symbol[i];
    }

    /** From 1. */
    public int user(int i) {
        return user[i];
    }

    /** From 1, in order of arrival; unique across symbols. */
    public long orderId(int i) {
        return orderId[i];
    }

    public int price(int i) {
        return price[i];
    }

    public int size(int i) {
        return size[i];
    }

    /** What the timed part must execute. */
    public Executions expected() {
        return expected;
    }
}
